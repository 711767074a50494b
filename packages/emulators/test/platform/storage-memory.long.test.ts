import { createHash } from 'node:crypto'
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

const pieceBytes = 256 * 1024
const pieces = 1024

/** 256 MiB that are never in memory at once. */
function source(onPiece: (piece: Uint8Array) => void): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      if (sent === pieces) return controller.close()
      const piece = new Uint8Array(pieceBytes).fill(sent % 251)
      sent += 1
      onPiece(piece)
      controller.enqueue(piece)
    },
  })
}

it('takes and gives large objects with little memory', { timeout: 120_000 }, async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  const url = `${served?.url}/fs/files/large`
  const [sent, received] = [createHash('md5'), createHash('md5')]
  const body = source((piece) => {
    sent.update(piece)
    look()
  })
  const put = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit)
  expect(put.status).toBe(201)
  const get = await fetch(url)
  for await (const piece of get.body ?? []) {
    received.update(piece)
    look()
  }
  const digest = sent.digest('hex')
  expect(put.headers.get('etag')).toBe(`"${digest}"`)
  expect(received.digest('hex')).toBe(digest)
  expect(most).toBeLessThan((pieces * pieceBytes) / 2)
})
