import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { GCSFilesystem } from '../../src/index.js'
import { useEmulator } from '../support/buckets.js'

const buckets = useEmulator()
afterEach(() => buckets.emulator.faults.clear())

/** The requests that something takes, in short. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = buckets.emulator.journal.last
  await work()
  return buckets.emulator.journal
    .entries({ after: before })
    .map(({ route }) =>
      route.replace('/storage/v1/b/{bucket}/o', '').replace('/upload', '').replace('/{object}', 'object'),
    )
}

describe('requests', () => {
  it('are one for each of the usual operations', async () => {
    const filesystem = buckets.filesystem()
    expect(await requestsOf(async () => filesystem.writeFile('a', 'a'))).toEqual(['POST ?uploadType=media'])
    expect(await requestsOf(async () => filesystem.readFile('a'))).toEqual(['GET object?alt=media'])
    expect(await requestsOf(async () => filesystem.stat('a'))).toEqual(['GET object'])
    expect(await requestsOf(async () => filesystem.exists('a'))).toEqual(['GET object'])
    expect(await requestsOf(async () => filesystem.readdir('/'))).toEqual(['GET '])
    const create = async (): Promise<void> => filesystem.writeFile('b', 'b', { overwrite: false })
    expect(await requestsOf(create)).toEqual(['POST ?uploadType=media'])
    const copied = await requestsOf(async () => filesystem.copyFile('a', 'c'))
    expect(copied.at(-1)).toMatch(/^POST object\/rewriteTo\//)
    expect(await requestsOf(async () => filesystem.init())).toEqual([])
    expect(await requestsOf(async () => buckets.filesystem().init())).toEqual(['GET '])
  })

  it('[F6] of a listing are not about what lies deeper', async () => {
    const filesystem = buckets.filesystem()
    await Promise.all(Array.from({ length: 30 }, async (_, number) => filesystem.writeFile(`deep/er/${number}`, 'x')))
    const before = buckets.emulator.journal.last
    expect(await filesystem.readdir('/')).toMatchObject([{ name: 'deep', type: 'directory' }])
    const [sent] = buckets.emulator.journal.entries({ after: before })
    expect(sent?.path).toContain('delimiter=%2F')
  })

  it('[F2] are none when a filesystem only reads', async () => {
    const filesystem = buckets.filesystem({ readOnly: true })
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

describe('what others put into the bucket', () => {
  it('[BR-106] lies in directories that nobody made', async () => {
    const { prefix, ...options } = buckets.options()
    const whole = new GCSFilesystem({ ...options })
    await whole.init()
    await whole.bucket.file(`${prefix}/d/e/f.txt`).save('f', { resumable: false })
    const filesystem = new GCSFilesystem({ ...options, prefix })
    expect(await filesystem.readdir('/')).toMatchObject([{ name: 'd', type: 'directory' }])
    expect(await filesystem.stat('d')).toMatchObject({ type: 'directory' })
    expect(await filesystem.readdir('d', { recursive: true })).toMatchObject([{ name: 'e' }, { name: 'e/f.txt' }])
  })

  it('and is compressed is read as it is stored', async () => {
    const filesystem = buckets.filesystem()
    await filesystem.init()
    const file = filesystem.bucket.file(`${filesystem.prefix}/x.txt`)
    await file.save('compressed content '.repeat(1000), { resumable: false, gzip: true })
    const content = Buffer.from(await filesystem.readFile('x.txt'))
    expect([...content.subarray(0, 2)]).toEqual([0x1f, 0x8b])
    expect(await filesystem.stat('x.txt')).toMatchObject({ size: content.length })
  })
})

describe('an account that may only read', () => {
  it('refuses changes and is not taken for an empty bucket', async () => {
    const owner = buckets.filesystem()
    await owner.writeFile('kept', 'kept')
    const [, reader] = buckets.emulator.keys
    const filesystem = buckets.filesystem({ credentials: { ...reader }, prefix: owner.prefix })
    expect(await filesystem.readFile('kept', { encoding: 'utf8' })).toBe('kept')
    await expect(filesystem.writeFile('a', 'a')).rejects.toMatchObject({ code: 'EACCES' })
    await expect(filesystem.deleteFile('kept')).rejects.toMatchObject({ code: 'EACCES' })
  })
})

describe('[BR-149] a bucket that is not there', () => {
  it('is said to be missing, not the files', async () => {
    const filesystem = buckets.filesystem({ bucket: 'none' })
    await expect(filesystem.exists('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.stat('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.writeFile('a', 'a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.readdir('/')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.init()).rejects.toMatchObject({ code: 'ENOTREADY' })
  })
})

describe('a stream', () => {
  it('asks its source for no more than a few pieces while one is on its way', async () => {
    const filesystem = buckets.filesystem()
    const controller = new AbortController()
    let pulledBytes = 0
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        pulledBytes += 2 ** 20
        yield new Uint8Array(2 ** 20)
      }
    }
    const stalled = buckets.emulator.faults.next('PUT /upload/storage/v1/b/{bucket}/o?upload_id', { stall: true })
    const outcome = filesystem
      .writeStream('a', source(), { abortSignal: controller.signal })
      .catch((error: unknown) => error)
    await expect.poll(() => stalled.hits).toBe(1)
    controller.abort()
    expect(await outcome).toMatchObject({ code: 'ABORTED' })
    expect(pulledBytes).toBeLessThanOrEqual(3 * 8 * 2 ** 20)
    expect(await filesystem.exists('a')).toBe(false)
  })
})

describe('errors', () => {
  it('carry no key, token, session or content, however one looks at them', async () => {
    const filesystem = buckets.filesystem()
    const { faults } = buckets.emulator
    const routes = ['POST *', 'PUT *', 'GET *', 'DELETE *']
    const large = async function* (): AsyncGenerator<string> {
      for (let count = 0; count < 20; count += 1) yield 'hunter2 '.repeat(2 ** 17)
    }
    const calls = [
      async () => filesystem.writeFile('a', 'hunter2'),
      async () => filesystem.readFile('a'),
      async () => filesystem.writeStream('a', large()),
      async () => filesystem.deleteFile('a', { force: true }),
    ]
    for (const call of calls) {
      for (const route of routes) faults.next(route, { status: 403, times: Infinity })
      const error: unknown = await call().then(
        () => 'no error',
        (thrown: unknown) => thrown,
      )
      faults.clear()
      expect(error).toMatchObject({ code: 'EACCES' })
      const shown = `${JSON.stringify(error)}${inspect(error, { depth: 10, maxStringLength: null })}${inspect(filesystem)}`
      expect(shown).not.toMatch(/hunter2|Bearer|eyJ|PRIVATE|upload_id=/)
    }
  })
})
