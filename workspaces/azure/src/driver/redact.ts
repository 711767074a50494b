import type { RestError } from '@azure/storage-blob'

type Request = NonNullable<RestError['request']>

const secretHeaders = ['authorization', 'x-ms-copy-source', 'x-ms-copy-source-authorization'] as const

/**
 * Takes out of an error of the SDK what nobody should see or keep: signatures, tokens, and the content that was sent. The SDK hides
 * them from Node's own way to show an object only.
 */
export function redact(error: unknown): void {
  if (!(error instanceof Error)) return
  const { request, response }: Partial<RestError> = error
  for (const sent of [request, response?.request]) {
    if (isRequest(sent)) strip(sent)
  }
}

function isRequest(value: unknown): value is Request {
  return typeof value === 'object' && value !== null && 'headers' in value && 'url' in value
}

function strip(request: Request): void {
  request.url = request.url.replace(/\?.*$/s, '')
  for (const name of secretHeaders) request.headers.delete(name)
  delete request.body
}
