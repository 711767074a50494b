import { describe, expect, it, vi } from 'vitest'
import { noAmbientCredentials } from '../support/no-ambient-credentials.js'
import { useEmulator } from '../support/use-emulator.js'

const own = { accessKeyId: 'OWN', secretAccessKey: 'own/secret' }
const temporary = { accessKeyId: 'TEMP', secretAccessKey: 'temp/secret', sessionToken: 'temp+token' }
const ambient = {
  accessKeyId: 'AMBIENT',
  secretAccessKey: 'ambient/secret',
  sessionToken: 'ambient+token',
}

const emulated = useEmulator({
  buckets: ['data', { name: 'open', publicRead: true }],
  accounts: [own, temporary, ambient],
})
const surroundings = noAmbientCredentials()
const none = { accessKeyId: undefined, secretAccessKey: undefined, sessionToken: undefined }

/** Who asked last. */
async function caller(filesystem: ReturnType<typeof emulated.make>): Promise<string | undefined> {
  await filesystem.writeFile('a.txt', 'x')
  const { accessKeyId } = await filesystem.client.config.credentials()
  return accessKeyId
}

function setAmbient(): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ambient.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', ambient.secretAccessKey)
  vi.stubEnv('AWS_SESSION_TOKEN', ambient.sessionToken)
}

describe('who asks', () => {
  it('is, first, the credentials that are given', async () => {
    setAmbient()
    expect(await caller(emulated.make({ credentials: temporary }))).toBe('TEMP')
    expect(await caller(emulated.make({ credentials: async () => temporary }))).toBe('TEMP')
  })

  it('is, second, the keys that are given', async () => {
    setAmbient()
    expect(await caller(emulated.make())).toBe('OWN')
    expect(await caller(emulated.make({ ...none, ...temporary }))).toBe('TEMP')
  })

  it('is, third, what the default chain of the SDK finds', async () => {
    setAmbient()
    const filesystem = emulated.make(none)
    expect(await caller(filesystem)).toBe('AMBIENT')
    expect(filesystem.getMountConfig()).not.toHaveProperty('accessKeyId')
    await expect(filesystem.resolveMountConfig()).resolves.toMatchObject({ config: ambient })
  })

  it('is, with an endpoint, never nobody', async () => {
    const filesystem = emulated.make(none)
    const after = emulated.emulator.journal.last
    for (const step of [filesystem.init(), filesystem.resolveMountConfig()]) {
      await expect(step).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: expect.stringContaining('accessKeyId'),
      })
    }
    await expect(filesystem.readFile('a')).rejects.toMatchObject({
      code: 'ENOTREADY',
      cause: { code: 'UNAUTHENTICATED' },
    })
    expect(emulated.emulator.journal.count({ after })).toBe(0)
  })

  it('is asked for again when there was nobody before', async () => {
    const filesystem = emulated.make(none)
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    setAmbient()
    expect(await caller(filesystem)).toBe('AMBIENT')
  })
})

describe('at Amazon', () => {
  /** The SDK's own file leads to the emulator, so that the filesystem believes to be at Amazon. */
  const amazon = { ...none, endpoint: undefined }
  const useAmazon = (): void => surroundings.configure([`endpoint_url = ${emulated.emulator.url}`])

  it('checksums are sent and checked', async () => {
    useAmazon()
    const filesystem = emulated.make({ ...amazon, ...own })
    await filesystem.writeFile('a.txt', 'x')
    await filesystem.writeStream(
      'large.bin',
      (async function* () {
        for (let piece = 0; piece < 17; piece++) yield Buffer.alloc(1024 * 1024, piece)
      })(),
    )
    expect((await filesystem.readFile('large.bin')).length).toBe(17 * 1024 * 1024)
    expect(await filesystem.readFile('a.txt', { encoding: 'utf-8' })).toBe('x')
    for await (const piece of await filesystem.readStream('large.bin')) {
      expect((piece as Uint8Array)[0]).toBe(0)
      break
    }
    const sent = emulated.emulator.journal.entries({ route: 'PutObject' })[0]?.headers
    expect(Object.keys(sent ?? {})).toContain('x-amz-checksum-crc32')
    await filesystem.copyFile('a.txt', 'b.txt', { overwrite: false })
    await expect(filesystem.copyFile('a.txt', 'b.txt', { overwrite: false })).rejects.toMatchObject({ code: 'EEXIST' })
  })

  it('[M12] a public bucket is read by nobody, and cannot be changed', async () => {
    useAmazon()
    await emulated.make({ bucket: 'open' }).writeFile('a.txt', 'public')
    const warn = vi.fn<(message: string) => void>()
    const logger = { ...silent, warn }
    const filesystem = emulated.make({ ...amazon, bucket: 'open' })
    // oxlint-disable-next-line no-underscore-dangle -- the name that host applications call
    filesystem.__setLogger(logger)
    expect(filesystem.readOnly).toBe(false)
    expect(await filesystem.readFile('a.txt', { encoding: 'utf-8' })).toBe('public')
    expect(filesystem.readOnly).toBe(true)
    const asked = await emulated.requestsOf(async () =>
      expect(filesystem.writeFile('a.txt', 'x')).rejects.toMatchObject({ code: 'READ_ONLY' }),
    )
    expect(asked).toEqual([])
    const { config } = await filesystem.resolveMountConfig()
    expect(config).toMatchObject({ type: 's3', bucket: 'open', readOnly: true })
    expect(config).not.toHaveProperty('accessKeyId')
    expect(warn.mock.calls.map(([message]) => message)).toEqual([expect.stringContaining('No credentials were found')])
  })

  it('a change is refused before anything is sent, also as the first call', async () => {
    useAmazon()
    const filesystem = emulated.make({ ...amazon, bucket: 'open' })
    const asked = await emulated.requestsOf(async () =>
      expect(filesystem.writeFile('a.txt', 'x')).rejects.toMatchObject({ code: 'READ_ONLY' }),
    )
    expect(asked).toEqual([])
  })

  it('a bucket that is not public says so', async () => {
    useAmazon()
    await expect(emulated.make(amazon).readFile('a.txt')).rejects.toMatchObject({ code: 'EACCES' })
  })
})

const silent = { debug: () => undefined, info: () => undefined, error: () => undefined }
