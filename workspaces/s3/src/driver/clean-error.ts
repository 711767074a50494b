import type { S3Sdk } from './sdk.js'

/** Members that help, and hold nothing that was signed or sent. */
const harmless = ['stack', '$retryable', 'Code', 'Region', 'RequestId', 'HostId', 'code', 'errno', 'syscall'] as const

/**
 * An error of the SDK without what may hold a secret: the answer with the request in it, and what S3 repeats of a request it
 * refused, such as the token or the text that was signed. It is a copy, since the SDK lets nobody remove its members; errors
 * that have no answer are returned as they are.
 */
export function cleanError(error: unknown, { S3ServiceException }: S3Sdk): unknown {
  if (!(error instanceof Error) || !hasAnswer(error)) return error
  const { name, message } = error
  const fault: unknown = Reflect.get(error, '$fault')
  const metadata: unknown = Reflect.get(error, '$metadata')
  const copy = new S3ServiceException({
    name,
    message,
    $fault: fault === 'client' ? 'client' : 'server',
    $metadata: typeof metadata === 'object' ? { ...metadata } : {},
  })
  for (const member of harmless) {
    const value: unknown = Reflect.get(error, member)
    if (value !== undefined)
      Object.defineProperty(copy, member, { value, enumerable: member !== 'stack', configurable: true })
  }
  return copy
}

function hasAnswer(error: Error): boolean {
  return '$response' in error || '$fault' in error || '$responseBodyText' in error
}
