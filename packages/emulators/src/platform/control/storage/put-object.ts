import { guardOf, readConditions } from './conditions.js'
import { conflict, tooLarge } from './failures.js'
import { headersOf, viewObject } from './object-view.js'
import { readKey } from './read-key.js'
import type { StorageExchange } from './storage-exchange.js'

const defaultType = 'application/octet-stream'

async function* limited(body: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) throw tooLarge(mostBytes)
    yield chunk
  }
}

/** Writes an object; what its body brings goes to a file above 256 KiB, so that memory does not grow with it. */
export async function putObject({ cloud, request, reply, params }: StorageExchange): Promise<void> {
  const { store, mostObjectBytes } = cloud.files
  const bucket = cloud.files.bucket(params['bucket'] ?? '')
  const key = readKey(request.url ?? '', params['*'] ?? '')
  if (Number(request.headers['content-length'] ?? 0) > mostObjectBytes) throw tooLarge(mostObjectBytes)
  const guard = guardOf(key, readConditions(request))
  const { content, digests } = await store.receive(limited(request, mostObjectBytes), ['md5'])
  if (key.endsWith('/') && content.size > 0) {
    content.release()
    throw conflict('A directory has no content')
  }
  const contentType = request.headers['content-type'] ?? defaultType
  const etag = digests.md5?.toString('hex') ?? ''
  const existed = bucket.get(key) !== undefined
  const draft = { content, digests, etag, contentType, metadata: {}, attributes: {} }
  const object = bucket.put(key, draft, guard)
  reply.send(existed ? 200 : 201, viewObject(object), { ETag: headersOf(object)['ETag'] })
}
