/** Members that help, and hold nothing that was signed or sent. */
const harmless: ReadonlySet<PropertyKey> = new Set([
  'name',
  'message',
  'stack',
  'cause',
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'hostname',
  '$fault',
  '$metadata',
  '$retryable',
  'Code',
  'Region',
  'RequestId',
  'HostId',
])

/**
 * Takes from an error of the SDK what may hold a secret: the answer with the request in it, and what S3 repeats of a request
 * it refused, such as the token or the text that was signed. Returns the same error.
 */
export function cleanError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  for (const name of Reflect.ownKeys(error)) {
    if (!harmless.has(name)) Reflect.deleteProperty(error, name)
  }
  return error
}
