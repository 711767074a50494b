import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { isMounted, mountBucket, whyNoS3fs } from './support/s3fs.js'
import { clientOf, start } from './support/start.js'

const run = promisify(execFile)
const account = { accessKeyId: 'AKIAMOUNT', secretAccessKey: 'secret+of/the=mount' }
const mebibyte = 1024 * 1024
const missing = whyNoS3fs()

describe.skipIf(missing !== undefined)(`the real s3fs${missing === undefined ? '' : ` (${missing})`}`, () => {
  test('writes what the client reads, and reads what the client writes', async () => {
    const emulator = await start({ accounts: [account] })
    const client = clientOf(emulator)
    const place = await mountBucket({ ...account, url: emulator.url, bucket: 'data' })
    await writeFile(path.join(place, 'from mount.txt'), 'written in the mount')
    const found = await client.send(new GetObjectCommand({ Bucket: 'data', Key: 'from mount.txt' }))
    expect(await found.Body?.transformToString()).toBe('written in the mount')
    await client.send(new PutObjectCommand({ Bucket: 'data', Key: 'dir/ünïcödé + 100%.txt', Body: 'by the client' }))
    expect(await readFile(path.join(place, 'dir/ünïcödé + 100%.txt'), 'utf8')).toBe('by the client')
    expect(await readdir(path.join(place, 'dir'))).toEqual(['ünïcödé + 100%.txt'])
    expect(emulator.journal.unrouted()).toEqual([])
  })

  test('makes, moves and removes files and directories', async () => {
    const emulator = await start({ accounts: [account] })
    const place = await mountBucket({ ...account, url: emulator.url, bucket: 'data' })
    await mkdir(path.join(place, 'a/b'), { recursive: true })
    await writeFile(path.join(place, 'a/b/file'), 'x')
    await rename(path.join(place, 'a/b/file'), path.join(place, 'a/moved'))
    expect(await readdir(path.join(place, 'a'))).toEqual(['b', 'moved'])
    await rm(path.join(place, 'a'), { recursive: true })
    const { KeyCount } = await clientOf(emulator).send(new ListObjectsV2Command({ Bucket: 'data' }))
    expect(KeyCount).toBe(0)
    expect(emulator.journal.unrouted()).toEqual([])
  })

  test('writes, moves and reads 32 MB in parts', async () => {
    const emulator = await start({ accounts: [account] })
    const place = await mountBucket({ ...account, url: emulator.url, bucket: 'data' })
    const [before, after] = [path.join(place, 'big'), path.join(place, 'moved')]
    await run('dd', ['if=/dev/urandom', `of=${before}`, 'bs=1M', 'count=32', 'status=none'])
    await rename(before, after)
    expect((await stat(after)).size).toBe(32 * mebibyte)
    const found = await clientOf(emulator).send(new GetObjectCommand({ Bucket: 'data', Key: 'moved' }))
    const content = (await found.Body?.transformToByteArray()) ?? ''
    const { stdout } = await run('sha256sum', [after])
    expect(stdout).toContain(createHash('sha256').update(content).digest('hex'))
    expect(emulator.journal.routes()).toMatchObject({
      UploadPart: expect.any(Number),
      UploadPartCopy: expect.any(Number),
    })
    expect(emulator.journal.unrouted()).toEqual([])
  })

  test('temporary keys work with their token, until it ends', async () => {
    const temporary = { ...account, sessionToken: 'token/with+signs==' }
    const emulator = await start({ accounts: [temporary] })
    const place = await mountBucket({ ...temporary, url: emulator.url, bucket: 'data' })
    await writeFile(path.join(place, 'file'), 'x')
    expect(await readdir(place)).toEqual(['file'])
    emulator.faults.expireToken(account.accessKeyId)
    // Single files look empty to s3fs now: it takes the status of an ended token for that of an encrypted object.
    await expect(readdir(place)).rejects.toMatchObject({ code: 'EIO' })
  })

  test('a wrong secret ends the mount', async () => {
    const emulator = await start({ accounts: [account] })
    const keys = { ...account, secretAccessKey: 'wrong' }
    const place = await mountBucket({ ...keys, url: emulator.url, bucket: 'data' })
    await expect.poll(() => isMounted(place)).toBe(false)
    expect(emulator.journal.count({ status: 403 })).toBeGreaterThan(0)
    expect(emulator.journal.count({ status: 200 })).toBe(0)
  })

  test('finds the region of a bucket by the refusal', async () => {
    const emulator = await start({ accounts: [account], region: 'eu-west-1' })
    const place = await mountBucket({ ...account, url: emulator.url, bucket: 'data' })
    await writeFile(path.join(place, 'file'), 'x')
    expect(await readdir(place)).toEqual(['file'])
    expect(emulator.journal.entries()[0]).toMatchObject({ status: 400 })
  })

  test('keys for a prefix reach what is below it', async () => {
    const scoped = { ...account, prefixes: ['team/'], listAll: true }
    const emulator = await start({ accounts: [scoped] })
    const place = await mountBucket({ ...account, url: emulator.url, bucket: 'data:/team' })
    await writeFile(path.join(place, 'file'), 'x')
    expect(await readdir(place)).toEqual(['file'])
    const { Contents } = await clientOf(emulator).send(new ListObjectsV2Command({ Bucket: 'data' }))
    expect(Contents?.map(({ Key }) => Key)).toEqual(['team/file'])
  })
})
