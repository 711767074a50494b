import type { GCSCall } from '../routes/gcs-route.js'
import { failure } from '../wire/failures.js'

/** The body of an upload. Throws where the connection ends before the body does, by itself or because that was ordered. */
export async function* readUpload({ cloud, request, reply, route }: GCSCall): AsyncGenerator<Buffer> {
  const limit = cloud.cuts.take(route, undefined)?.cutAfterBytes ?? Number.POSITIVE_INFINITY
  let seen = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, limit - seen)
    seen += part.length
    if (part.length > 0) yield part
    if (seen < limit) continue
    reply.drop()
    throw failure(408, 'uploadBrokenConnection', 'The connection ended, as was ordered')
  }
}
