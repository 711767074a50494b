import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createSign } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GCSFilesystem } from '../../src/index.js'
import { useEmulator } from '../support/buckets.js'
import { startTokenServer, type TokenServer } from '../support/token-server.js'

const buckets = useEmulator()
let folder = ''
let tokens: TokenServer | undefined
const lifeSeconds = 1800

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gcs-'))
  await mkdir(path.join(folder, '.config/gcloud'), { recursive: true })
  await writeFile(path.join(folder, 'subject'), 'who I am')
  tokens = await startTokenServer(async () => ({ token: await emulatorToken(), lifeSeconds }))
})
afterAll(async () => {
  await tokens?.close()
  await rm(folder, { recursive: true, force: true })
})

// Nothing of this machine's own may be found.
beforeEach(() => {
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
  vi.stubEnv('HOME', path.join(folder, 'nobody'))
  vi.stubEnv('APPDATA', path.join(folder, 'nobody'))
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  vi.stubEnv('STORAGE_EMULATOR_HOST', 'http://127.0.0.1:9')
})
afterEach(() => vi.unstubAllEnvs())

/** A token of the emulator, as its own endpoint gives it for a signed assertion. */
async function emulatorToken(): Promise<string> {
  const { url, keys } = buckets.emulator
  const [key] = keys
  const nowSeconds = Math.floor(Date.now() / 1000)
  const claims = { iss: key?.client_email, aud: `${url}/token`, iat: nowSeconds, exp: nowSeconds + lifeSeconds }
  const scope = 'https://www.googleapis.com/auth/devstorage.full_control'
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...claims, scope })}`
  const signature = createSign('RSA-SHA256')
    .update(head)
    .sign(key?.private_key ?? '', 'base64url')
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${head}.${signature}`,
  })
  const answer = await fetch(`${url}/token`, { method: 'POST', body })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

/** An identity of another provider, which has no key of its own. */
function federated(): Record<string, unknown> {
  return {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${tokens?.url}/v1/token`,
    credential_source: { file: path.join(folder, 'subject') },
  }
}

async function writeAndRead(filesystem: GCSFilesystem): Promise<string | Buffer> {
  await filesystem.writeFile('f', 'content')
  return filesystem.readFile('f', { encoding: 'utf8' })
}

describe('[BR-110] credentials', () => {
  const forms = {
    'an object': (key: object) => ({ ...key }),
    JSON: (key: object) => JSON.stringify(key),
    'an object with escaped line feeds': (key: { private_key?: string | undefined }) => ({
      ...key,
      private_key: key.private_key?.replaceAll('\n', String.raw`\n`),
    }),
    'JSON with escaped line feeds': (key: { private_key?: string | undefined }) =>
      JSON.stringify({ ...key, private_key: key.private_key?.replaceAll('\n', String.raw`\n`) }),
  }
  it.each(Object.entries(forms))('as %s sign requests, and reach mounts with line feeds', async (_, form) => {
    const { credentials, ...options } = buckets.options()
    const filesystem = new GCSFilesystem({ ...options, credentials: form(credentials) })
    expect(await writeAndRead(filesystem)).toBe('content')
    const config = filesystem.getMountConfig()
    expect(JSON.parse(config.serviceAccountKey ?? '')).toEqual(credentials)
    expect(await filesystem.resolveMountConfig()).toEqual({ config })
  })

  it('[F1] in a file sign requests, and reach mounts when they are asked for', async () => {
    const { credentials, ...options } = buckets.options()
    const file = path.join(folder, 'key.json')
    await writeFile(file, JSON.stringify(credentials))
    const filesystem = new GCSFilesystem({ ...options, credentials: file })
    expect(filesystem.getMountConfig()).toEqual({
      type: 'gcs',
      bucket: 'box',
      endpoint: options.endpoint,
      prefix: options.prefix,
    })
    const { config, expiresAtMs } = await filesystem.resolveMountConfig()
    expect(JSON.parse(config.type === 'gcs' ? (config.serviceAccountKey ?? '') : '')).toEqual(credentials)
    expect(expiresAtMs).toBeUndefined()
    expect(await writeAndRead(filesystem)).toBe('content')
  })

  it('in a file that a variable names are found', async () => {
    const { credentials, ...options } = buckets.options()
    const file = path.join(folder, 'variable.json')
    await writeFile(file, JSON.stringify(credentials))
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file)
    const filesystem = new GCSFilesystem(options)
    expect(await writeAndRead(filesystem)).toBe('content')
    expect(await filesystem.resolveMountConfig()).toHaveProperty('config.serviceAccountKey')
  })

  it('of this host’s default are found, and reach mounts as a token that ends', async () => {
    const { credentials: _, ...options } = buckets.options()
    vi.stubEnv('HOME', folder)
    await writeFile(
      path.join(folder, '.config/gcloud/application_default_credentials.json'),
      JSON.stringify(federated()),
    )
    const filesystem = new GCSFilesystem(options)
    expect(await writeAndRead(filesystem)).toBe('content')
    expect(filesystem.getMountConfig()).not.toHaveProperty('accessToken')
    const { config, expiresAtMs = 0 } = await filesystem.resolveMountConfig()
    expect(config).toMatchObject({ type: 'gcs', accessToken: expect.stringMatching(/^ya29\./) })
    expect(expiresAtMs).toBeGreaterThan(Date.now())
    expect(expiresAtMs).toBeLessThanOrEqual(Date.now() + lifeSeconds * 1000)
    expect(tokens?.asked.at(-1)?.get('subject_token')).toBe('who I am')
  })

  it('of another kind than a key reach mounts as a token too', async () => {
    const { credentials: _, ...options } = buckets.options()
    const filesystem = new GCSFilesystem({ ...options, credentials: federated() })
    expect(await writeAndRead(filesystem)).toBe('content')
    const { config } = await filesystem.resolveMountConfig()
    expect(config).toHaveProperty('accessToken')
    expect(config).not.toHaveProperty('serviceAccountKey')
  })
})

describe('[BR-108] wrong credentials', () => {
  const unusable: Record<string, (key: { private_key?: string | undefined }) => object> = {
    'of nobody that is known': (key) => ({ ...key, client_email: 'nobody@hunter2.iam.gserviceaccount.com' }),
    'with a key that is none': (key) => ({ ...key, private_key: '-----BEGIN PRIVATE KEY-----\nhunter2\n' }),
  }
  it.each(Object.entries(unusable))('%s are an error without secrets, and not a missing file', async (_, form) => {
    const { credentials, ...options } = buckets.options()
    const filesystem = new GCSFilesystem({ ...options, credentials: { ...form(credentials) } })
    const calls = [
      async () => filesystem.exists('f'),
      async () => filesystem.readFile('f'),
      async () => filesystem.writeFile('f', 'x'),
      async () => filesystem.init(),
    ]
    for (const call of calls) {
      const error: unknown = await call().then(
        () => `no error of ${String(call)}`,
        (thrown: unknown) => thrown,
      )
      expect(error).toMatchObject({ code: 'EACCES' })
      const shown = `${JSON.stringify(error)}${inspect(error, { depth: 20, showHidden: true })}`
      expect(shown).not.toContain('PRIVATE KEY')
      expect(shown).not.toMatch(/Bearer|eyJ/)
    }
  })

  it('of a default that is broken are an error, not anonymous access', async () => {
    const { credentials: _, ...options } = buckets.options()
    vi.stubEnv('HOME', folder)
    await writeFile(path.join(folder, '.config/gcloud/application_default_credentials.json'), '{ hunter2')
    const filesystem = new GCSFilesystem({ ...options, endpoint: undefined })
    await expect(filesystem.exists('f')).rejects.toMatchObject({ code: 'ENOTREADY' })
    expect(filesystem.readOnly).toBe(false)
  })
})

describe('without credentials', () => {
  it('nothing is sent to an endpoint of one’s own', async () => {
    const { credentials: _, ...options } = buckets.options()
    const filesystem = new GCSFilesystem(options)
    const before = buckets.emulator.journal.last
    const error: unknown = await filesystem.init().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('option credentials') })
    await expect(filesystem.readFile('f')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.resolveMountConfig()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(buckets.emulator.journal.last).toBe(before)
  })
})
