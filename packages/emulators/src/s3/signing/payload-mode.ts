import { notImplemented, s3Failure } from '../errors/s3-failure.js'

/** How a body is protected, as `x-amz-content-sha256` says. */
export type PayloadMode = 'hash' | 'unsigned' | 'unsignedTrailer' | 'signedChunks' | 'signedChunksTrailer'

const modes: Readonly<Record<string, PayloadMode>> = {
  'UNSIGNED-PAYLOAD': 'unsigned',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': 'unsignedTrailer',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': 'signedChunks',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': 'signedChunksTrailer',
}

export function payloadModeOf(header: string): PayloadMode {
  const mode = modes[header]
  if (mode !== undefined) return mode
  if (/^[0-9a-f]{64}$/.test(header)) return 'hash'
  if (header.startsWith('STREAMING-')) throw notImplemented(`x-amz-content-sha256 ${header}`)
  const message =
    'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.'
  throw s3Failure('InvalidArgument', {
    message,
    details: { ArgumentName: 'x-amz-content-sha256', ArgumentValue: header },
  })
}
