import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AzureBlobFilesystem } from '../../src/index.js'
import { useAzurite } from '../support/containers.js'
import { account } from '../support/azurite.js'
import { startProxy, type Proxy } from '../support/proxy.js'

const containers = useAzurite()
let proxy: Proxy | undefined
beforeAll(async () => {
  proxy = await startProxy(containers.azurite.origin)
})
afterEach(() => proxy?.clear())
afterAll(async () => proxy?.close())

function running(): Proxy {
  if (proxy === undefined) throw new TypeError('Expected the proxy to run')
  return proxy
}

async function open(more: { readOnly?: boolean } = {}): Promise<AzureBlobFilesystem> {
  return new AzureBlobFilesystem({ container: await containers.create(), ...account, endpoint: running().url, ...more })
}

/** The requests that something takes. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = running().seen.length
  await work()
  return running()
    .seen.slice(before)
    .map((line) => line.replace(/ \/box-\d+/, ' '))
}

describe('requests', () => {
  it('are one for each of the usual operations', async () => {
    const filesystem = await open()
    expect(await requestsOf(async () => filesystem.writeFile('a', 'a'))).toEqual(['PUT /a'])
    expect(await requestsOf(async () => filesystem.readFile('a'))).toEqual(['GET /a'])
    expect(await requestsOf(async () => filesystem.stat('a'))).toEqual(['HEAD /a'])
    expect(await requestsOf(async () => filesystem.exists('a'))).toEqual(['HEAD /a'])
    expect(await requestsOf(async () => filesystem.readdir('/'))).toEqual(['GET '])
    expect(await requestsOf(async () => filesystem.writeFile('b', 'b', { overwrite: false }))).toEqual(['PUT /b'])
    expect(await requestsOf(async () => filesystem.deleteFile('b'))).toContain('DELETE /b')
    expect(await requestsOf(async () => filesystem.init())).toEqual([])
    const other = await open()
    expect(await requestsOf(async () => other.init())).toEqual(['GET '])
  })

  it('[F2] are none when a filesystem only reads', async () => {
    const filesystem = await open({ readOnly: true })
    const changes = [
      async () => filesystem.writeFile('a', 'a'),
      async () => filesystem.appendFile('a', 'a'),
      async () => filesystem.deleteFile('a'),
      async () => filesystem.mkdir('a'),
      async () => filesystem.rmdir('a'),
      async () => filesystem.copyFile('a', 'b'),
      async () => filesystem.moveFile('a', 'b'),
    ]
    for (const change of changes) {
      const sent = await requestsOf(async () => expect(change()).rejects.toMatchObject({ code: 'READ_ONLY' }))
      expect(sent).toEqual([])
    }
  })
})

describe('a change', () => {
  it('is sent once, whatever becomes of its answer', async () => {
    const filesystem = await open()
    const write = async (): Promise<void> => filesystem.writeFile('a', 'mine', { overwrite: false })
    running().next('PUT', { kind: 'lose' })
    const sent = await requestsOf(async () => expect(write()).rejects.toMatchObject({ code: 'EIO' }))
    expect(sent).toEqual(['PUT /a'])
    expect(await filesystem.readFile('a', { encoding: 'utf8' })).toBe('mine')
    running().next('PUT', { kind: 'answer', status: 503 })
    const again = await requestsOf(async () =>
      expect(filesystem.writeFile('a', 'x')).rejects.toMatchObject({ code: 'EIO' }),
    )
    expect(again).toEqual(['PUT /a'])
  })
})

describe('a change that the service is too busy for', () => {
  it('is sent again, since nothing was done', async () => {
    const filesystem = await open()
    running().next('PUT', { kind: 'answer', status: 503, code: 'ServerBusy' })
    const write = async (): Promise<void> => filesystem.writeFile('a', 'a', { overwrite: false })
    expect(await requestsOf(write)).toEqual(['PUT /a', 'PUT /a'])
  })
})

describe('what only reads', () => {
  it('is asked again', async () => {
    const filesystem = await open()
    await filesystem.writeFile('a', 'a')
    running().next('HEAD', { kind: 'answer', status: 503, code: 'ServerBusy' })
    expect(await requestsOf(async () => filesystem.stat('a'))).toEqual(['HEAD /a', 'HEAD /a'])
    running().next('GET', { kind: 'answer', status: 500, code: 'InternalError' })
    expect(await filesystem.readFile('a', { encoding: 'utf8' })).toBe('a')
  })

  it('goes on where it was cut', async () => {
    const filesystem = await open()
    const content = Buffer.alloc(3_000_000, 'some content ')
    await filesystem.writeFile('a', content)
    running().next('GET', { kind: 'cut', afterBytes: 1_000_000 })
    expect(Buffer.compare(Buffer.from(await filesystem.readFile('a')), content)).toBe(0)
  })

  it.each([
    [403, 'AuthorizationPermissionMismatch', 'EACCES'],
    [403, 'AuthenticationFailed', 'EACCES'],
    [404, 'ContainerNotFound', 'ENOTREADY'],
  ])('[BR-149] answered by %d %s is %s, never absent', async (status, code, expected) => {
    const filesystem = await open()
    running().next('HEAD', { kind: 'answer', status, code }, 2)
    running().next('GET', { kind: 'answer', status, code }, 3)
    await expect(filesystem.exists('a')).rejects.toMatchObject({ code: expected })
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: expected })
    await expect(filesystem.stat('a')).rejects.toMatchObject({ code: expected })
  })
})

describe('an abort', () => {
  const calls = {
    HEAD: async (filesystem, abortSignal) => filesystem.stat('a', { abortSignal }),
    GET: async (filesystem, abortSignal) => filesystem.readFile('a', { abortSignal }),
    PUT: async (filesystem, abortSignal) => filesystem.writeFile('a', 'a', { abortSignal }),
    DELETE: async (filesystem, abortSignal) => filesystem.deleteFile('a', { abortSignal }),
  } satisfies Record<string, (filesystem: AzureBlobFilesystem, abortSignal: AbortSignal) => Promise<unknown>>
  it.each(Object.entries(calls))('ends a stalled %s', async (method, call) => {
    const filesystem = await open()
    await filesystem.writeFile('a', 'a')
    const controller = new AbortController()
    running().next(method, { kind: 'stall' })
    const before = running().seen.length
    const outcome = call(filesystem, controller.signal).catch((error: unknown) => error)
    await expect
      .poll(() =>
        running()
          .seen.slice(before)
          .some((line) => line.startsWith(method)),
      )
      .toBe(true)
    controller.abort()
    expect(await outcome).toMatchObject({ code: 'ABORTED' })
  })
})

describe('a stream', () => {
  it('asks its source for no more than a few blocks while they are on their way', async () => {
    const filesystem = await open()
    const controller = new AbortController()
    const pieceBytes = 2 ** 20
    let pulled = 0
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        pulled += pieceBytes
        yield new Uint8Array(pieceBytes)
      }
    }
    running().next('PUT', { kind: 'stall' }, Infinity)
    const before = running().seen.length
    const outcome = filesystem
      .writeStream('a', source(), { abortSignal: controller.signal })
      .catch((error: unknown) => error)
    await expect.poll(() => running().seen.length - before).toBe(3)
    controller.abort()
    expect(await outcome).toMatchObject({ code: 'ABORTED' })
    expect(pulled).toBeLessThanOrEqual(5 * 4 * pieceBytes)
    running().clear()
    expect(await filesystem.exists('a')).toBe(false)
  })
})

describe('errors', () => {
  it('carry no key and no signature, however one looks at them', async () => {
    const container = await containers.create()
    const sasToken = 'sv=2024-11-04&sp=rwl&sr=c&sig=hunter2hunter2'
    const filesystems = [
      new AzureBlobFilesystem({ container, accountName: account.accountName, sasToken, endpoint: running().url }),
      new AzureBlobFilesystem({ container, ...account, accountKey: 'aHVudGVyMmh1bnRlcjI=', endpoint: running().url }),
      new AzureBlobFilesystem({ container, accountName: 'abc', sasToken, endpoint: 'http://127.0.0.1:9/abc' }),
    ]
    const large = async function* (): AsyncGenerator<string> {
      for (let count = 0; count < 9; count += 1) yield 'hunter2 '.repeat(2 ** 17)
    }
    for (const filesystem of filesystems) {
      const calls = [
        async () => filesystem.writeFile('a', 'hunter2'),
        async () => filesystem.writeStream('a', large()),
        async () => filesystem.readFile('a'),
        async () => filesystem.stat('a'),
        async () => filesystem.copyFile('a', 'b'),
        async () => filesystem.readdir('/'),
      ]
      // What reads from nowhere is tried again for a while.
      const isDead = filesystem.getMountConfig().accountName === 'abc'
      for (const call of isDead ? calls.slice(0, 2) : calls) {
        const error: unknown = await call().catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:EACCES|EIO)$/) })
        const looks = { depth: 6, showHidden: true, customInspect: false, maxStringLength: null }
        const shown = [JSON.stringify(error), inspect(error, looks), String(filesystem.error), inspect(filesystem)]
        expect(shown.join('\n')).not.toMatch(/hunter2|aHVudGVy|SharedKey|sig=/)
      }
    }
  })
})
