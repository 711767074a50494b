import type { ObjectStoreDriver } from '@caisson/kit/object-store'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PlatformClient } from '../../src/index.js'
import { PlatformStoreDriver } from '../../src/storage/platform-store-driver.js'
import { useFiles } from './support/files.js'

const files = useFiles()
const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

type Change = (answer: Response) => Response | Promise<Response>

/** The emulator behind something that changes the answers to one method. */
function through(method: string, change: Change, forget: readonly string[] = []): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    for (const name of init.method === method ? forget : []) headers.delete(name)
    const answer = await fetch(input, { ...init, headers })
    return init.method === method && answer.ok ? change(answer) : answer
  }
}

const without =
  (...names: readonly string[]): Change =>
  ({ status, headers, body }) => {
    const kept = new Headers(headers)
    for (const name of names) kept.delete(name)
    return new Response(body, { status, headers: kept })
  }

async function written(path: string): Promise<void> {
  await files.open().writeFile(path, content)
}

function driverOf(request: typeof fetch): ObjectStoreDriver {
  const { bucketName = '', ...options } = files.options()
  return new PlatformStoreDriver(new PlatformClient({ ...options, fetch: request }), bucketName)
}

describe('a content of which the size is not told', () => {
  it.each([
    ['untold', without('content-length')],
    [
      'packed',
      async (answer: Response) => {
        // What `fetch` makes of a packed answer: the content, with headers of what was sent.
        const bytes = Buffer.from(await answer.arrayBuffer())
        const headers = new Headers(answer.headers)
        headers.set('content-encoding', 'gzip')
        headers.set('content-length', String(gzipSync(bytes).length))
        return new Response(bytes, { headers })
      },
    ],
  ] satisfies [string, Change][])('is read all the same, whole and in parts: %s', async (name, change) => {
    await written(name)
    const filesystem = files.open({ fetch: through('GET', change, ['range']) })
    expect(content.equals(Buffer.from(await filesystem.readFile(name)))).toBe(true)
    const middle = await buffer(await filesystem.readStream(name, { start: 100_000, end: 200_000 }))
    expect(middle.equals(content.subarray(100_000, 200_001))).toBe(true)
    await filesystem.appendFile(name, 'end')
    expect((await filesystem.stat(name)).size).toBe(content.length + 3)
  })

  it('is an error where it is more than anybody may hold', async () => {
    await written('endless')
    const piece = new Uint8Array(2 ** 20)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(piece) })
    const filesystem = files.open({ fetch: through('GET', () => new Response(endless)) })
    await expect(filesystem.readFile('endless')).rejects.toMatchObject({
      code: 'EIO',
      cause: { name: 'PlatformApiError', status: 200, message: expect.stringContaining('not told') },
    })
  })

  it('is looked up in a listing by who only looks at the file', async () => {
    await written('seen')
    await files.open().writeFile('seen-more', 'other')
    const filesystem = files.open({ fetch: through('HEAD', without('content-length')) })
    expect(await filesystem.stat('seen')).toMatchObject({ type: 'file', size: content.length })
  })
})

describe('a range', () => {
  it.each([
    [0, 9],
    [1, 1],
    [100_000, 199_999],
    [299_999, 400_000],
    [5, undefined],
  ])('of which nobody takes notice is cut out here: %s to %s', async (start, end) => {
    await written('whole')
    const { facts, body } = await driverOf(through('GET', (answer) => answer, ['range'])).get('whole', { start, end })
    expect(facts.size).toBe(content.length)
    const expected = content.subarray(start, end === undefined ? content.length : end + 1)
    expect((await buffer(body)).equals(expected)).toBe(true)
  })

  it('behind the end is none, whoever finds out', async () => {
    await written('short')
    for (const forget of [[], ['range']]) {
      const driver = driverOf(through('GET', (answer) => answer, forget))
      const error: unknown = await driver.get('short', { start: 300_000 }).catch((thrown: unknown) => thrown)
      expect(driver.classifyError(error)).toBe('range')
    }
  })

  it.each([[undefined], ['bytes 0-9/300000'], ['bytes 5-9/*'], ['nonsense']])(
    'that is answered by another part is not taken for it: %s',
    async (told) => {
      await written('other')
      const headers = told === undefined ? {} : { 'content-range': told }
      const driver = driverOf(through('GET', () => new Response('x', { status: 206, headers })))
      await expect(driver.get('other', { start: 5, end: 9 })).rejects.toMatchObject({ name: 'PlatformApiError' })
    },
  )

  it('lets go of the connection when it is read no further', async () => {
    await written('left')
    let isLeft = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => {
        isLeft = true
      },
    })
    const headers = { 'content-length': '1000000000' }
    const driver = driverOf(through('GET', () => new Response(endless, { headers })))
    const { body } = await driver.get('left', { start: 10, end: 20 })
    expect(await buffer(body)).toHaveLength(11)
    await expect.poll(() => isLeft).toBe(true)
  })
})

it('another version than the one that was asked for is refused, also where conditions are not looked at', async () => {
  await written('versions')
  for (const forget of [[], ['if-match']]) {
    const driver = driverOf(through('GET', (answer) => answer, forget))
    const error: unknown = await driver.get('versions', { version: '"other"' }).catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toBe('changed')
    const version = `"${createHash('md5').update(content).digest('hex')}"`
    expect(await buffer((await driver.get('versions', { version })).body)).toHaveLength(content.length)
  }
})

it('keys that no address leads to are never taken for others', async () => {
  const filesystem = files.open()
  await filesystem.writeFile('target', 'kept')
  const listing = { contents: [{ key: 'box/../target', size: 4 }], commonPrefixes: [] }
  const driver = driverOf(through('GET', () => Response.json(listing)))
  const { objects } = await driver.list({ prefix: 'box/' })
  const keys = objects.map(({ key }) => key)
  expect(keys).toEqual(['box/../target'])
  const [failure] = await driver.delete(keys)
  expect(driver.classifyError(failure?.error)).toBe('invalid')
  for (const key of [...keys, './target', 'box/..']) {
    for (const work of [driver.head(key), driver.get(key, {}), driver.put(key, new Uint8Array(), {})]) {
      await expect(work).rejects.toMatchObject({ kind: 'invalid' })
    }
    await expect(driver.copy({ source: key, destination: 'copy' })).rejects.toMatchObject({ kind: 'invalid' })
  }
  expect(await filesystem.readFile('target', { encoding: 'utf8' })).toBe('kept')
  expect(await filesystem.exists('copy')).toBe(false)
})
