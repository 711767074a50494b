import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BucketFiles, storageRoutes } from '../../src/platform/control/storage/index.js'
import { serveRoutes, type ServedRoutes } from './serve-routes.js'

const files = new BucketFiles({ buckets: ['files'] })
let served: ServedRoutes | undefined

beforeAll(async () => {
  served = await serveRoutes({ files }, storageRoutes)
})
afterAll(async () => {
  await served?.close()
  files.close()
})

setFlagsFromString('--expose-gc')
/** What was let go of counts until it is collected. */
const collect = runInNewContext('gc') as () => void

const pieceBytes = 256 * 1024
const pieces = 1024

/** 256 MiB that are never in memory at once. */
function* source(onPiece: (piece: Uint8Array) => void): Generator<Uint8Array> {
  for (let sent = 0; sent < pieces; sent += 1) {
    const piece = new Uint8Array(pieceBytes).fill(sent % 251)
    onPiece(piece)
    yield piece
  }
}

/** Without `fetch`, which keeps a copy of what it sends in case it is redirected. */
async function upload(url: string, body: Iterable<Uint8Array>): Promise<IncomingMessage> {
  const outgoing = request(url, { method: 'PUT' })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  await pipeline(Readable.from(body), outgoing)
  const [answer] = await answered
  return answer.resume()
}

it('takes and gives large objects with little memory', { timeout: 120_000 }, async () => {
  collect()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  let looks = 0
  const look = (): void => {
    looks += 1
    if (looks % 100 > 0) return
    collect()
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  const url = `${served?.url}/fs/files/large`
  const [sent, received] = [createHash('md5'), createHash('md5')]
  const put = await upload(
    url,
    source((piece) => {
      sent.update(piece)
      look()
    }),
  )
  expect(put.statusCode).toBe(201)
  const get = await fetch(url)
  for await (const piece of get.body ?? []) {
    received.update(piece)
    look()
  }
  const digest = sent.digest('hex')
  expect(put.headers.etag).toBe(`"${digest}"`)
  expect(received.digest('hex')).toBe(digest)
  expect(most).toBeLessThan(64 * 1024 * 1024)
})
