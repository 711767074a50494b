/**
 * Those entries of a record that a JSON Schema of an object declares. Secrets (`writeOnly`) are left out on request.
 * Without declared properties nothing can be told apart, and all entries are kept.
 */
export function pickSchemaProperties(
  schema: Readonly<Record<string, unknown>> | undefined,
  values: Readonly<Record<string, unknown>>,
  options: { readonly withSecrets: boolean },
): Record<string, unknown> {
  const declared = schema?.['properties']
  if (!isRecord(declared)) return { ...values }
  const isKept = ([name, value]: [string, unknown]): boolean => {
    const property = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (value === undefined || property === undefined) return false
    return options.withSecrets || !isRecord(property) || property['writeOnly'] !== true
  }
  return Object.fromEntries(Object.entries(values).filter(isKept))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
