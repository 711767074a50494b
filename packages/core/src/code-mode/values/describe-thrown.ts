/** Message and name of whatever was thrown. Never throws, however strange the value. */
export function describeThrown(value: unknown): { message: string; name?: string } {
  if (typeof value === 'string') return { message: value }
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    return { message: `A tool threw ${String(value)}` }
  }
  const message = readText(value, 'message')
  const name = readText(value, 'name')
  return {
    // An error without a text is at least told by its kind.
    message: message === '' ? (name ?? 'Error') : (message ?? `A tool threw ${showObject(value)}`),
    ...(name !== undefined && name !== '' && { name }),
  }
}

function readText(value: object, key: string): string | undefined {
  try {
    const text: unknown = (value as Record<string, unknown>)[key]
    return typeof text === 'string' ? text : undefined
  } catch {
    // A getter that throws: there is no text to be had.
    return undefined
  }
}

function showObject(value: object): string {
  try {
    return JSON.stringify(value) ?? 'a function'
  } catch {
    // Circular, or a toJSON that throws.
    return 'an object'
  }
}
