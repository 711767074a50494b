import { describe, expect, it } from 'vitest'
import { driverWith } from '../support/small-limits.js'
import { useEmulator } from '../support/use-emulator.js'

const emulated = useEmulator()
const next: (typeof emulated.emulator.faults)['next'] = (route, options) =>
  emulated.emulator.faults.next(route, options)
const textOf = async (path: string): Promise<string | Buffer> => emulated.make().readFile(path, { encoding: 'utf-8' })

type Filesystem = ReturnType<typeof emulated.make>

const changes = {
  'writing a file': ['PutObject', async (fs: Filesystem) => fs.writeFile('a.txt', 'new')],
  'making a file': ['PutObject', async (fs: Filesystem) => fs.writeFile('b.txt', 'new', { overwrite: false })],
  appending: ['PutObject', async (fs: Filesystem) => fs.appendFile('a.txt', 'new')],
  copying: ['CopyObject', async (fs: Filesystem) => fs.copyFile('a.txt', 'b.txt')],
  deleting: ['DeleteObject', async (fs: Filesystem) => fs.deleteFile('a.txt')],
} satisfies Record<string, [string, (fs: Filesystem) => Promise<unknown>]>

describe.each(Object.entries(changes))('%s', (_, [route, change]) => {
  it.each([
    ['whose answer is lost', { loseResponse: true }],
    ['whose connection is cut', { resetConnection: true }],
    ['that S3 fails at', { status: 500 }],
    ['that a gateway fails at', { status: 502, body: '<html>Bad gateway</html>' }],
  ])('%s is reported, and not sent again', async (__, fault) => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'old')
    next(route, fault)
    const asked = await emulated.requestsOf(async () =>
      expect(change(filesystem)).rejects.toMatchObject({ code: 'EIO' }),
    )
    expect(asked.filter((sent) => sent === route)).toHaveLength(1)
  })

  it.each([
    ['503', { status: 503, body: '<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>' }],
    ['429', { status: 429 }],
    ['400', { status: 400, body: '<Error><Code>RequestTimeout</Code><Message>Too slow.</Message></Error>' }],
  ])('that S3 wants later (%s) is sent again', async (__, fault) => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'old')
    next(route, fault)
    const asked = await emulated.requestsOf(async () => change(filesystem))
    expect(asked.filter((sent) => sent === route)).toHaveLength(2)
  })
})

describe('a write whose answer is lost', () => {
  it('may have happened, and its own repetition by the caller says so', async () => {
    const filesystem = emulated.make()
    next('PutObject', { loseResponse: true })
    await expect(filesystem.writeFile('a.txt', 'x', { overwrite: false })).rejects.toMatchObject({ code: 'EIO' })
    expect(await textOf('a.txt')).toBe('x')
    await expect(filesystem.writeFile('a.txt', 'x', { overwrite: false })).rejects.toMatchObject({ code: 'EEXIST' })
  })

  it('does not undo what another one wrote meanwhile', async () => {
    const [mine, theirs] = [emulated.make(), emulated.make()]
    next('PutObject', { loseResponse: true })
    await expect(mine.writeFile('a.txt', 'mine')).rejects.toMatchObject({ code: 'EIO' })
    await theirs.writeFile('a.txt', 'theirs')
    expect(await textOf('a.txt')).toBe('theirs')
  })

  it('leaves old content when it never arrived', async () => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'old')
    next('PutObject', { resetConnection: true })
    await expect(filesystem.writeFile('a.txt', 'new')).rejects.toMatchObject({ code: 'EIO' })
    expect(await textOf('a.txt')).toBe('old')
  })
})

describe('reading', () => {
  it.each([{ status: 500 }, { status: 503 }, { loseResponse: true }, { resetConnection: true }])(
    'is repeated after %j',
    async (fault) => {
      const filesystem = emulated.make()
      await filesystem.writeFile('a.txt', 'content')
      for (const [route, step] of [
        ['GetObject', async () => filesystem.readFile('a.txt')],
        ['HeadObject', async () => filesystem.stat('a.txt')],
        ['ListObjectsV2', async () => filesystem.readdir('/')],
      ] satisfies [string, () => Promise<unknown>][]) {
        next(route, fault)
        expect(await emulated.requestsOf(step)).toEqual([route, route])
      }
    },
  )

  it('goes on where it was cut', async () => {
    const filesystem = emulated.make()
    const content = Buffer.alloc(3_000_000, 'content ')
    await filesystem.writeFile('a.bin', content)
    next('GetObject', { cutAfterBytes: 1_000_000 })
    const read = await filesystem.readFile('a.bin')
    expect(Buffer.compare(Buffer.from(read), content)).toBe(0)
  })

  it('gives up when nothing helps', async () => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'content')
    next('GetObject', { status: 503, times: Infinity })
    await expect(filesystem.readFile('a.txt')).rejects.toMatchObject({ code: 'EIO' })
  })
})

describe('a server that never answers', () => {
  const steps = {
    GetObject: async (fs: Filesystem, abortSignal: AbortSignal) => fs.readFile('a.txt', { abortSignal }),
    HeadObject: async (fs: Filesystem, abortSignal: AbortSignal) => fs.stat('a.txt', { abortSignal }),
    ListObjectsV2: async (fs: Filesystem, abortSignal: AbortSignal) => fs.readdir('/', { abortSignal }),
    PutObject: async (fs: Filesystem, abortSignal: AbortSignal) => fs.writeFile('a.txt', 'x', { abortSignal }),
    CopyObject: async (fs: Filesystem, abortSignal: AbortSignal) => fs.copyFile('a.txt', 'b.txt', { abortSignal }),
    DeleteObject: async (fs: Filesystem, abortSignal: AbortSignal) => fs.deleteFile('a.txt', { abortSignal }),
  } satisfies Record<string, (fs: Filesystem, abortSignal: AbortSignal) => Promise<unknown>>

  it.each(Object.entries(steps))('%s is left by an abort', async (route, step) => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'content')
    const fault = next(route, { stall: true, times: Infinity })
    const stop = new AbortController()
    const running = step(filesystem, stop.signal)
    running.catch(() => undefined)
    await expect.poll(() => fault.hits).toBe(1)
    const reason = new RangeError('enough')
    stop.abort(reason)
    await expect(running).rejects.toMatchObject({ code: 'ABORTED', cause: reason })
    expect(fault.hits).toBe(1)
  })

  it('is given up after a while', async () => {
    const driver = driverWith(emulated.connection, { answerTimeMs: 300 })
    await driver.put('a.txt', Buffer.from('x'), {})
    for (const [route, step] of [
      ['GetObject', async () => driver.get('a.txt', {})],
      ['PutObject', async () => driver.put('a.txt', Buffer.from('x'), {})],
      ['ListObjectsV2', async () => driver.check()],
    ] satisfies [string, () => Promise<unknown>][]) {
      const fault = next(route, { stall: true, times: Infinity })
      await expect(step()).rejects.toMatchObject({
        code: 'EIO',
        message: expect.stringContaining('within 30') as string,
      })
      fault.cancel()
    }
    driver.close()
  })

  it('that is begun with an upload leaves none when it answers late', async () => {
    const driver = driverWith(emulated.connection, { uploadPartBytes: 1024 })
    next('CreateMultipartUpload', { latencyMs: 300 })
    const stop = new AbortController()
    const writing = driver.putStream('large.bin', pieces(40), { signal: stop.signal })
    writing.catch(() => undefined)
    await expect.poll(() => emulated.emulator.journal.count({ route: 'CreateMultipartUpload' })).toBe(1)
    stop.abort(new RangeError('enough'))
    await expect(writing).rejects.toThrow('enough')
    await expect.poll(() => emulated.emulator.journal.count({ route: 'AbortMultipartUpload' })).toBe(1)
    driver.close()
  })
})

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(1024)
}
