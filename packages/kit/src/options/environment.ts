/** Environment variables by name. */
export type EnvironmentSource = Readonly<Record<string, string | undefined>>

/** The environment of this process, as it is when asked. */
export function processEnvironment(): EnvironmentSource {
  return process.env
}

/** The first of the variables that is set; an empty one counts as unset. */
export function readVariable(
  names: readonly string[],
  environment: EnvironmentSource,
): { readonly name: string; readonly value: string } | undefined {
  for (const name of names) {
    const value = environment[name]
    if (value !== undefined && value !== '') return { name, value }
  }
  return undefined
}
