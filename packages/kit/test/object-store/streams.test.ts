import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MemoryObjectStore, ObjectStoreError, ObjectStoreFilesystem, type GetOptions } from '../../src/object-store.js'
import { fill, makeBench } from './support/bench.js'

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

interface Cuts {
  /** Bytes after which each body ends, in order; the last one counts for all others. */
  readonly after: readonly number[]
  /** Without: it ends as if that were all. */
  readonly error?: Error | undefined
}

/** A store whose bodies are cut. */
class CuttingStore extends MemoryObjectStore {
  readonly gets: GetOptions[] = []
  cuts: Cuts = { after: [Infinity] }

  override async get(key: string, options: GetOptions = {}): ReturnType<MemoryObjectStore['get']> {
    const { after, error } = this.cuts
    const bytes = after[Math.min(this.gets.length, after.length - 1)] ?? Infinity
    this.gets.push(options)
    const { facts, body } = await super.get(key, options)
    async function* cut(): AsyncGenerator<Buffer> {
      let left = bytes
      for await (const piece of body) {
        const part: Buffer = piece.subarray(0, left)
        left -= part.length
        if (part.length > 0) yield part
        if (left > 0) continue
        if (error) throw error
        return
      }
    }
    return { facts, body: Readable.from(cut(), { objectMode: false }) }
  }
}

async function makeCutting(cuts: Cuts) {
  const store = new CuttingStore()
  await store.put('f', content)
  store.cuts = cuts
  return { store, filesystem: new ObjectStoreFilesystem({ driver: store }) }
}

const collect = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())

describe('a body that is cut', () => {
  const reset = Object.assign(new TypeError('socket hang up'), { code: 'ECONNRESET' })

  it.each([
    ['with an error', reset],
    ['without a word', undefined],
  ])('%s is continued where it ended, of the same version', async (_, error) => {
    const { store, filesystem } = await makeCutting({ after: [100_000, 50_000, Infinity], error })
    expect(content.equals(Buffer.from(await filesystem.readFile('f')))).toBe(true)
    expect(store.gets).toMatchObject([
      {},
      { start: 100_000, end: 299_999, version: '1' },
      { start: 150_000, end: 299_999, version: '1' },
    ])
  })

  it('is continued within the range that was asked for', async () => {
    const { store, filesystem } = await makeCutting({ after: [10, 5, Infinity], error: reset })
    const read = await collect(await filesystem.readStream('f', { start: 1000, end: 1099 }))
    expect(content.subarray(1000, 1100).equals(read)).toBe(true)
    expect(store.gets.map(({ start, end }) => [start, end])).toEqual([
      [1000, 1099],
      [1010, 1099],
      [1015, 1099],
    ])
  })

  it('is given up when nothing more comes, with the error', async () => {
    const { store, filesystem } = await makeCutting({ after: [10, 0], error: reset })
    await expect(filesystem.readFile('f')).rejects.toMatchObject({ code: 'EIO', cause: reset })
    expect(store.gets).toHaveLength(6)
  })

  it('is not continued with another version: that is ESTALE', async () => {
    const { store, filesystem } = await makeCutting({ after: [10, Infinity] })
    const stream = await filesystem.readStream('f')
    await store.put('f', Buffer.from('other'))
    await expect(collect(stream)).rejects.toMatchObject({ code: 'ESTALE' })
    await store.delete(['f'])
    store.gets.length = 0
    await store.put('f', content)
    const second = await filesystem.readStream('f')
    await store.delete(['f'])
    await expect(collect(second)).rejects.toMatchObject({ code: 'ESTALE' })
  })

  it('of a store without versions is not continued when size or time say that it is another one', async () => {
    const { store, filesystem } = await makeCutting({ after: [10, Infinity] })
    const get = store.get.bind(store)
    store.get = async (key, options) => {
      const { facts, body } = await get(key, { ...options, version: undefined })
      return { facts: { ...facts, version: undefined }, body }
    }
    const stream = await filesystem.readStream('f')
    await store.put('f', content.subarray(0, 200_000))
    await expect(collect(stream)).rejects.toMatchObject({ code: 'ESTALE' })
  })

  it('is not continued when the store refuses', async () => {
    const { filesystem } = await makeCutting({ after: [10], error: new ObjectStoreError('403', 'denied') })
    await expect(filesystem.readFile('f')).rejects.toMatchObject({ code: 'EACCES' })
  })
})

describe('readStream', () => {
  it('of an empty file is empty, whatever the range', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { e: '' })
    for (const range of [{}, { start: 0, end: 0 }, { start: 5 }]) {
      expect(await collect(await filesystem.readStream('e', range))).toHaveLength(0)
    }
  })

  it('never asks for much more than its reader takes', async () => {
    const { store, filesystem } = makeBench()
    const pieceBytes = 64 * 1024
    const size = 400 * pieceBytes
    let given = 0
    store.get = async (key) => {
      async function* counted(): AsyncGenerator<Buffer> {
        for (let index = 0; index < 400; index++) {
          given += pieceBytes
          yield Buffer.alloc(pieceBytes)
        }
      }
      const facts = { key, size, modifiedAt: new Date(0) }
      return Promise.resolve({ facts, body: Readable.from(counted(), { objectMode: false }) })
    }
    let [taken, most] = [0, 0]
    for await (const piece of await filesystem.readStream('f')) {
      taken += Buffer.from(piece).length
      most = Math.max(most, given - taken)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(taken).toBe(size)
    expect(most).toBeLessThanOrEqual(6 * pieceBytes)
  })

  it('of a directory is EISDIR', async () => {
    const { filesystem } = makeBench()
    await filesystem.mkdir('d')
    await expect(filesystem.readStream('d')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(filesystem.readStream('.')).rejects.toMatchObject({ code: 'EISDIR' })
  })

  it('lets go of the connection when its reader has enough, and when it is destroyed while nothing comes', async () => {
    const store = new MemoryObjectStore()
    await store.put('f', content)
    const bodies: Readable[] = []
    const get = store.get.bind(store)
    store.get = async (key, options) => {
      const { facts } = await get(key, options)
      let isFirst = true
      const body = new Readable({
        read() {
          // One piece, then silence.
          if (isFirst) this.push(content.subarray(0, 10))
          isFirst = false
        },
      })
      bodies.push(body)
      return { facts, body }
    }
    const filesystem = new ObjectStoreFilesystem({ driver: store })
    for await (const piece of await filesystem.readStream('f')) {
      expect(piece).toHaveLength(10)
      break
    }
    const hanging = await filesystem.readStream('f')
    hanging.resume()
    await new Promise((resolve) => setImmediate(resolve))
    hanging.destroy()
    const controller = new AbortController()
    const aborted = await filesystem.readStream('f', { abortSignal: controller.signal })
    const reading = collect(aborted)
    controller.abort('enough')
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
    expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  })

  it('that nobody reads ends no process when it is aborted or its body fails', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { f: 'x' })
    const get = store.get.bind(store)
    const bodies: Readable[] = []
    store.get = async (key, options) => {
      const { facts } = await get(key, options)
      const body = new Readable({ read: () => undefined })
      bodies.push(body)
      return { facts, body }
    }
    const controller = new AbortController()
    const aborted = await filesystem.readStream('f', { abortSignal: controller.signal })
    const failed = await filesystem.readStream('f')
    bodies[1]?.destroy(new ObjectStoreError('403', 'denied'))
    controller.abort()
    // An error event that nobody listens to would end the test run here.
    await new Promise((resolve) => setImmediate(resolve))
    expect([aborted.destroyed, bodies[0]?.destroyed, failed.destroyed]).toEqual([true, true, false])
    await expect(collect(failed)).rejects.toMatchObject({ code: 'EACCES' })
  })
})

describe('writeStream', () => {
  async function* many(count: number, size: number): AsyncGenerator<Buffer> {
    for (let index = 0; index < count; index++) yield Buffer.alloc(size, index)
  }

  it('goes to the store in parts when it is large, with what the write asks for', async () => {
    const { filesystem, store, sent } = makeBench()
    await filesystem.writeStream('big.json', many(7, 1024 * 1024), { overwrite: false })
    expect(sent()).toEqual(['putStream big.json'])
    expect(await store.head('big.json')).toMatchObject({ size: 7 * 1024 * 1024, mimeType: 'application/json' })
    await expect(filesystem.writeStream('big.json', many(7, 1024 * 1024), { overwrite: false })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    const expectedMtime = new Date(1000)
    await expect(filesystem.writeStream('big.json', many(7, 1024 * 1024), { expectedMtime })).rejects.toMatchObject({
      code: 'ESTALE',
    })
  })

  it('never takes much more from its source than the store has taken', async () => {
    const { filesystem, store } = makeBench()
    const pieceBytes = 256 * 1024
    let [given, taken, most] = [0, 0, 0]
    store.putStream = async (_, source) => {
      for await (const piece of source) {
        taken += piece.length
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    async function* counted(): AsyncGenerator<Buffer> {
      for (let index = 0; index < 400; index++) {
        given += pieceBytes
        most = Math.max(most, given - taken)
        yield Buffer.alloc(pieceBytes)
      }
    }
    await filesystem.writeStream('f', counted())
    expect(taken).toBe(400 * pieceBytes)
    expect(most).toBeLessThanOrEqual(5 * 1024 * 1024 + 2 * pieceBytes)
  })

  it('fails with the error of its source, whatever the store makes of it', async () => {
    const { filesystem, store } = makeBench()
    store.putStream = async (_, source) => {
      try {
        for await (const piece of source) expect(piece.length).toBeGreaterThan(0)
      } catch (error) {
        throw new ObjectStoreError('the upload failed', 'unknown', { cause: error })
      }
    }
    const failure = new TypeError('source broke')
    async function* failing(): AsyncGenerator<Buffer> {
      yield* many(6, 1024 * 1024)
      throw failure
    }
    await expect(filesystem.writeStream('f', failing())).rejects.toBe(failure)
    expect(filesystem.status).toBe('ready')
  })

  it('does not wait for a source that hangs when the store has failed', async () => {
    const { filesystem, store } = makeBench()
    store.putStream = async () => Promise.reject(new ObjectStoreError('503', 'unavailable'))
    let isEnded = false
    async function* hanging(): AsyncGenerator<Buffer> {
      try {
        yield* many(6, 1024 * 1024)
        await new Promise(() => undefined)
      } finally {
        isEnded = true
      }
    }
    await expect(filesystem.writeStream('f', hanging())).rejects.toMatchObject({ code: 'EIO' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isEnded).toBe(true)
  })
})

it('an abort is not held up by a store that never answers', async () => {
  const { filesystem, store } = makeBench()
  store.head = async () => new Promise(() => undefined)
  const controller = new AbortController()
  const asking = filesystem.stat('a', { abortSignal: controller.signal })
  setTimeout(() => controller.abort('enough'), 5)
  await expect(asking).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
})
