import { createHash, type Hash } from 'node:crypto'
import { ObjectStoreFilesystem } from '@caisson/kit/object-store'
import { describe, expect, it } from 'vitest'
import { driverWith } from '../support/small-limits.js'
import { useEmulator } from '../support/use-emulator.js'

const mebibyte = 1024 * 1024
const emulated = useEmulator({ smallestPartBytes: 1 })

/** Parts of 2 MiB, where their real size would only cost time. */
const withSmallParts = (): ObjectStoreFilesystem =>
  new ObjectStoreFilesystem({ driver: driverWith(emulated.connection, { uploadPartBytes: 2 * mebibyte }) })

/** Pieces that differ, so that parts in a wrong order would be noticed. */
async function* pieces(count: number, hash: Hash): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) {
    const piece = Buffer.alloc(mebibyte, `piece ${index} `)
    hash.update(piece)
    yield piece
  }
}

async function* failing(after: number): AsyncGenerator<Uint8Array> {
  yield* pieces(after, createHash('sha256'))
  throw new RangeError('the source failed')
}

const unfinished = async (): Promise<unknown> => {
  const filesystem = emulated.make()
  await filesystem.init()
  const { ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3')
  const { Uploads } = await filesystem.client.send(new ListMultipartUploadsCommand({ Bucket: 'data' }))
  return Uploads
}

describe('a long stream', () => {
  it('is written in parts and read back exactly', async () => {
    const filesystem = emulated.make()
    const written = createHash('sha256')
    const asked = await emulated.requestsOf(async () => filesystem.writeStream('large.bin', pieces(40, written)))
    expect(asked.toSorted()).toEqual([
      'CompleteMultipartUpload',
      'CreateMultipartUpload',
      'UploadPart',
      'UploadPart',
      'UploadPart',
    ])
    const read = createHash('sha256')
    let size = 0
    for await (const piece of await filesystem.readStream('large.bin')) {
      read.update(piece as Uint8Array)
      size += (piece as Uint8Array).byteLength
    }
    expect(size).toBe(40 * mebibyte)
    expect(read.digest('hex')).toBe(written.digest('hex'))
    expect(await filesystem.stat('large.bin')).toMatchObject({ size, mimeType: 'application/octet-stream' })
  })

  it('makes its source wait for the store', async () => {
    const filesystem = withSmallParts()
    const stalled = emulated.emulator.faults.next('UploadPart', { stall: true, times: Infinity })
    const stop = new AbortController()
    let taken = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; taken < 1000; taken++) yield Buffer.alloc(mebibyte)
    }
    const writing = filesystem.writeStream('large.bin', endless(), { abortSignal: stop.signal })
    writing.catch(() => undefined)
    await expect.poll(() => stalled.hits).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Three parts under way, one that waits, and what was read ahead.
    expect(taken).toBeLessThanOrEqual(16)
    stalled.cancel()
    stop.abort()
    await expect(writing).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await filesystem.exists('large.bin')).toBe(false)
    await expect.poll(unfinished).toBeUndefined()
  })

  it('leaves nothing when its source fails', async () => {
    const filesystem = withSmallParts()
    await filesystem.writeFile('large.bin', 'old')
    await expect(filesystem.writeStream('large.bin', failing(9))).rejects.toThrow('the source failed')
    expect(await filesystem.readFile('large.bin', { encoding: 'utf-8' })).toBe('old')
    expect(await unfinished()).toBeUndefined()
  })

  it('leaves nothing when a part fails for good', async () => {
    const filesystem = withSmallParts()
    emulated.emulator.faults.next('UploadPart', { status: 403 })
    const writing = filesystem.writeStream('large.bin', pieces(9, createHash('sha256')))
    await expect(writing).rejects.toMatchObject({ code: 'EACCES' })
    expect(await filesystem.exists('large.bin')).toBe(false)
    expect(await unfinished()).toBeUndefined()
  })

  it('repeats a part that was lost on the way', async () => {
    const filesystem = withSmallParts()
    emulated.emulator.faults.next('UploadPart', { status: 500 })
    emulated.emulator.faults.next('UploadPart', { loseResponse: true })
    const written = createHash('sha256')
    await filesystem.writeStream('large.bin', pieces(7, written))
    const read = createHash('sha256').update(await filesystem.readFile('large.bin'))
    expect(read.digest('hex')).toBe(written.digest('hex'))
  })

  it('is there when only the answer to its completion was lost', async () => {
    const filesystem = withSmallParts()
    emulated.emulator.faults.next('CompleteMultipartUpload', { loseResponse: true })
    const asked = await emulated.requestsOf(async () =>
      filesystem.writeStream('large.bin', pieces(7, createHash('sha256'))),
    )
    expect(asked.filter((route) => route === 'CompleteMultipartUpload')).toHaveLength(1)
    expect(await filesystem.stat('large.bin')).toMatchObject({ size: 7 * mebibyte })
  })

  it('is not there when its completion failed', async () => {
    const filesystem = withSmallParts()
    emulated.emulator.faults.next('CompleteMultipartUpload', { status: 500 })
    const writing = filesystem.writeStream('large.bin', pieces(7, createHash('sha256')))
    await expect(writing).rejects.toMatchObject({ code: 'EIO' })
    expect(await filesystem.exists('large.bin')).toBe(false)
    expect(await unfinished()).toBeUndefined()
  })

  it('yields to another one that made the file meanwhile', async () => {
    const [mine, theirs] = [withSmallParts(), withSmallParts()]
    async function* source(): AsyncGenerator<Uint8Array> {
      yield* pieces(7, createHash('sha256'))
      await theirs.writeFile('large.bin', 'theirs', { overwrite: false })
    }
    await expect(mine.writeStream('large.bin', source(), { overwrite: false })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(await mine.readFile('large.bin', { encoding: 'utf-8' })).toBe('theirs')
    expect(await unfinished()).toBeUndefined()
  })
})
