import { buffer } from 'node:stream/consumers'
import path from 'node:path'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GCSDriver } from '../../src/driver/index.js'
import { GCSFilesystem } from '../../src/index.js'
import { useEmulator } from '../support/buckets.js'

const buckets = useEmulator()

// Nothing of this machine's own may be found.
beforeEach(() => {
  const nobody = path.join(tmpdir(), 'nobody-has-this-home')
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
  vi.stubEnv('HOME', nobody)
  vi.stubEnv('APPDATA', nobody)
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
})
afterEach(() => vi.unstubAllEnvs())

/** Does what the first operation does before it sends anything. */
class Prepared extends GCSFilesystem {
  override async prepare(): Promise<void> {
    await super.prepare()
  }
}

describe('anonymous access', () => {
  it('reads public buckets and no others, without a token', async () => {
    const owner = buckets.filesystem({ bucket: 'public-box', prefix: undefined })
    await owner.writeFile('kept', 'kept')
    // Only at the usual address may it be anonymous; this one stands for it.
    const nobody = new GCSDriver({ name: 'public-box', endpoint: buckets.emulator.url, isCustom: false })
    const before = buckets.emulator.journal.last
    await nobody.check()
    expect(await nobody.head('kept')).toMatchObject({ size: 4 })
    const { body } = await nobody.get('kept', {})
    expect((await buffer(body)).toString()).toBe('kept')
    const { storage } = await nobody.load()
    expect((await storage.bucket('public-box').file('kept').download()).toString()).toBe('kept')
    const sent = buckets.emulator.journal.entries({ after: before })
    expect(sent.map(({ headers }) => Object.keys(headers).includes('authorization'))).toEqual([
      false,
      false,
      false,
      false,
    ])
    const refused = new GCSDriver({ name: 'box', endpoint: buckets.emulator.url, isCustom: false })
    const error: unknown = await refused.check().catch((thrown: unknown) => thrown)
    expect(refused.classifyError(error)).toBe('unauthenticated')
  })

  it('is said once, and refuses changes before anything is sent', async () => {
    const filesystem = new Prepared({ bucket: 'box' })
    const warn = vi.fn<(text: string) => void>()
    filesystem.__setLogger({ debug: () => undefined, info: () => undefined, warn, error: () => undefined })
    expect(filesystem.readOnly).toBe(false)
    await filesystem.prepare()
    await filesystem.prepare()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('anonymous and only reads')]])
    expect(filesystem.readOnly).toBe(true)
    await expect(filesystem.writeFile('a', 'a')).rejects.toMatchObject({ code: 'READ_ONLY' })
    expect(await filesystem.resolveMountConfig()).toEqual({ config: { type: 'gcs', bucket: 'box', readOnly: true } })
  })
})
