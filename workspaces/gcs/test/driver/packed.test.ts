import { createServiceAccountKey } from '@caisson/emulators'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GCSDriver } from '../../src/driver/index.js'

const content = Buffer.alloc(100_000, 'some content ')
const packed = gzipSync(content)

/** A way to the service that packs what passes. */
const server = createServer((request, response) => {
  response.setHeader('content-encoding', 'gzip')
  response.setHeader('x-goog-stored-content-encoding', 'identity')
  response.setHeader('x-goog-stored-content-length', content.length)
  response.end(request.url?.includes('/cut') === true ? packed.subarray(0, 100) : packed)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

async function open(key: string): ReturnType<GCSDriver['get']> {
  const { port } = server.address() as AddressInfo
  const credentials = { ...(await createServiceAccountKey()) }
  const source = { kind: 'value', credentials } as const
  return new GCSDriver({ name: 'box', endpoint: `http://127.0.0.1:${port}`, isCustom: true, source }).get(key, {})
}

it('unpacks what was packed on the way', async () => {
  const { facts, body } = await open('whole')
  expect(facts).toMatchObject({ size: content.length })
  expect((await buffer(body)).equals(content)).toBe(true)
})

it('is an error when that is not whole', async () => {
  const { body } = await open('cut')
  await expect(buffer(body)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' })
})
