import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { S3Driver } from '../../src/driver/s3-driver.js'
import { driverWith } from '../support/small-limits.js'
import { useEmulator } from '../support/use-emulator.js'

const limits = { copyBytes: 800, copyPartBytes: 500, uploadPartBytes: 800 }
const emulated = useEmulator({ largestCopyBytes: limits.copyBytes, smallestPartBytes: 1 })

let driver: S3Driver
let content: Buffer

beforeEach(async () => {
  driver = driverWith(emulated.connection, limits)
  content = Buffer.concat(Array.from({ length: 12 }, (_, index) => Buffer.alloc(100, `piece ${index}`)))
  await driver.put('large é+.bin', content, { mimeType: 'video/mp4' })
})

async function hashOf(key: string): Promise<string> {
  const { body } = await driver.get(key, {})
  const hash = createHash('sha256')
  for await (const piece of body) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}

async function factsOf(key: string): Promise<unknown> {
  const { size, mimeType } = (await driver.head(key)) ?? {}
  return { size, mimeType }
}

const parts = ['CreateMultipartUpload', 'UploadPartCopy', 'UploadPartCopy', 'UploadPartCopy', 'CompleteMultipartUpload']

describe('a copy of what is too large for one request', () => {
  it('is made in parts, with all that is known of the file', async () => {
    const facts = await driver.head('large é+.bin')
    const asked = await emulated.requestsOf(async () =>
      driver.copy({ source: 'large é+.bin', destination: 'copy', facts }),
    )
    expect(asked).toEqual(['HeadObject', ...parts])
    expect(await factsOf('copy')).toEqual({ size: content.length, mimeType: 'video/mp4' })
    expect(await hashOf('copy')).toBe(createHash('sha256').update(content).digest('hex'))
  })

  it('is made in parts also when the size was not known before', async () => {
    const asked = await emulated.requestsOf(async () => driver.copy({ source: 'large é+.bin', destination: 'copy' }))
    expect(asked.slice(0, 2)).toEqual(['CopyObject', 'HeadObject'])
    expect(asked.slice(-parts.length)).toEqual(parts)
    expect(await factsOf('copy')).toEqual({ size: content.length, mimeType: 'video/mp4' })
  })

  it('does not mix two versions', async () => {
    const facts = await driver.head('large é+.bin')
    emulated.emulator.faults.next('UploadPartCopy', { latencyMs: 500 })
    const copying = driver.copy({ source: 'large é+.bin', destination: 'copy', facts })
    copying.catch(() => undefined)
    await expect.poll(() => emulated.emulator.journal.count({ route: 'UploadPartCopy' })).toBeGreaterThan(0)
    await driver.put('large é+.bin', Buffer.alloc(1200, 'other'), {})
    const error: unknown = await copying.catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toBe('changed')
    expect(await driver.head('copy')).toBeUndefined()
  })

  it('yields to another one that made the file, and leaves nothing', async () => {
    const facts = await driver.head('large é+.bin')
    await driver.put('copy', Buffer.from('theirs'), {})
    const condition = { kind: 'absent' } as const
    const error: unknown = await driver
      .copy({ source: 'large é+.bin', destination: 'copy', facts, condition })
      .catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toBe('exists')
    expect(await factsOf('copy')).toMatchObject({ size: 6 })
    expect(emulated.emulator.journal.count({ route: 'AbortMultipartUpload' })).toBe(
      emulated.emulator.journal.count({ route: 'CreateMultipartUpload' }),
    )
  })

  it('of nothing is told as missing', async () => {
    const error: unknown = await driver.copy({ source: 'none', destination: 'copy' }).catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toBe('missing')
  })
})
