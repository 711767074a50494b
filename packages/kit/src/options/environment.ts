/** Environment variables by name. */
export type EnvironmentSource = Readonly<Record<string, string | undefined>>

/** The first of the variables that is set; an empty one counts as unset. */
export function readVariable(
  names: readonly string[],
  environment: EnvironmentSource = process.env,
): { readonly name: string; readonly value: string } | undefined {
  for (const name of names) {
    const value = environment[name]
    if (value !== undefined && value !== '') return { name, value }
  }
  return undefined
}
