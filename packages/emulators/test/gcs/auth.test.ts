import { sign } from 'node:crypto'
import { type File, Storage, type StorageOptions } from '@google-cloud/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createServiceAccountKey,
  EmulatorError,
  type GCSEmulator,
  type ServiceAccountKey,
  startGCSEmulator,
} from '@caisson/emulators'

let emulator: GCSEmulator
let keys: Record<'owner' | 'reader' | 'scoped' | 'stranger', ServiceAccountKey>

beforeAll(async () => {
  const [owner, reader, scoped, stranger] = await Promise.all([
    createServiceAccountKey({ name: 'owner' }),
    createServiceAccountKey({ name: 'reader' }),
    createServiceAccountKey({ name: 'scoped' }),
    createServiceAccountKey({ name: 'stranger' }),
  ])
  keys = { owner, reader, scoped, stranger }
  emulator = await startGCSEmulator({
    buckets: ['data', 'other', { name: 'open-data', public: true }],
    accounts: [
      { key: owner },
      { key: reader, readOnly: true, buckets: ['data'] },
      { key: scoped, prefixes: ['team/'] },
    ],
  })
  const storage = signedClient(owner)
  for (const bucket of ['data', 'other', 'open-data']) {
    await storage.bucket(bucket).file('team/a').save('a', { resumable: false })
    await storage.bucket(bucket).file('b').save('b', { resumable: false })
  }
})

afterAll(() => emulator.close())

function client(options: StorageOptions, address: string = emulator.url): Storage {
  return new Storage({
    apiEndpoint: address,
    useAuthWithCustomEndpoint: true,
    projectId: 'emulated',
    retryOptions: { autoRetry: false },
    ...options,
  })
}

/** With tokens that the client signs by itself. */
function signedClient(credentials: ServiceAccountKey): Storage {
  const storage = client({ credentials })
  storage.authClient.useJWTAccessWithScope = true
  return storage
}

/** With tokens of the endpoint; the client asks for them at the vendor's address, of which only the host is changed on the way. */
function tokenClient(credentials: ServiceAccountKey, address: string = emulator.url): Storage {
  const fetchImplementation: typeof fetch = (input, init) => {
    const asked = input instanceof Request ? input.url : String(input)
    return fetch(asked.replace(/^https:\/\/oauth2\.googleapis\.com(?=\/token$)/, address), init)
  }
  return client({ credentials, clientOptions: { transporterOptions: { fetchImplementation } } }, address)
}

/** A session is begun by itself: `save` of the vendor's client begins it without a token wherever the endpoint is not the vendor's. */
async function saveInSession(file: File, text: string): Promise<void> {
  const [uri] = await file.createResumableUpload()
  await file.save(text, { resumable: true, uri })
}

test('the vendor’s client signs with a key of ours, by itself and for an access token', async () => {
  for (const storage of [signedClient(keys.owner), tokenClient(keys.owner)]) {
    const before = emulator.journal.last
    const file = storage.bucket('data').file('team/signed')
    await saveInSession(file, 'in a session')
    expect((await file.download())[0].toString()).toBe('in a session')
    await file.save('at once', { resumable: false })
    expect((await file.download())[0].toString()).toBe('at once')
    expect(emulator.journal.entries({ after: before }).every(({ status = 0 }) => status < 400)).toBe(true)
  }
  expect(emulator.journal.count({ route: 'POST /token' })).toBe(1)
  const shown = JSON.stringify(emulator.journal.entries())
  expect(shown).not.toContain('ya29.')
  expect(shown).not.toContain('eyJ')
})

test('an account that is not known, or whose signature is another’s, gets no access and no token', async () => {
  const forged = { ...keys.stranger, client_email: keys.owner.client_email }
  for (const key of [keys.stranger, forged]) {
    await expect(signedClient(key).bucket('data').getFiles()).rejects.toMatchObject({
      code: 401,
      errors: [{ reason: 'authError' }],
    })
    await expect(tokenClient(key).bucket('data').getFiles()).rejects.toMatchObject({ status: 400 })
  }
})

test('without a token only public buckets can be read, and none can be written', async () => {
  const storage = client({ useAuthWithCustomEndpoint: false })
  expect((await storage.bucket('open-data').file('b').download())[0].toString()).toBe('b')
  expect((await storage.bucket('open-data').getFiles())[0]).toHaveLength(2)
  await expect(storage.bucket('open-data').file('b').save('x', { resumable: false })).rejects.toMatchObject({
    code: 401,
  })
  await expect(storage.bucket('open-data').file('b').save('x')).rejects.toMatchObject({ code: 401 })
  await expect(storage.bucket('data').file('b').download()).rejects.toMatchObject({ code: 401 })
  await expect(storage.bucket('data').getFiles()).rejects.toMatchObject({ code: 401, errors: [{ reason: 'required' }] })
  await expect(storage.getBuckets()).rejects.toMatchObject({ code: 401 })
})

test('an account that may only read is refused every change, and other buckets', async () => {
  const storage = signedClient(keys.reader)
  const bucket = storage.bucket('data')
  expect((await bucket.file('b').download())[0].toString()).toBe('b')
  expect(await bucket.exists()).toEqual([true])
  const changes = [
    () => bucket.file('new').save('x', { resumable: false }),
    () => bucket.file('new').createResumableUpload(),
    () => bucket.file('b').delete(),
    () => bucket.file('b').setMetadata({ contentType: 'a/b' }),
    () => bucket.file('b').copy(bucket.file('c')),
    () => bucket.file('b').moveFileAtomic('c'),
    () => bucket.combine(['b', 'team/a'], 'c'),
    () => bucket.delete(),
    () => storage.createBucket('made-by-reader'),
    () => storage.bucket('other').file('b').download(),
    () => storage.bucket('other').getFiles(),
  ]
  for (const change of changes) await expect(change()).rejects.toMatchObject({ code: 403 })
  expect((await signedClient(keys.owner).bucket('data').file('b').download())[0].toString()).toBe('b')
})

test('an account for a prefix sees and changes only what is below it', async () => {
  const bucket = signedClient(keys.scoped).bucket('data')
  await saveInSession(bucket.file('team/mine'), 'x')
  expect((await bucket.getFiles({ prefix: 'team/' }))[0].map(({ name }) => name)).toContain('team/mine')
  await expect(bucket.getFiles()).rejects.toMatchObject({ code: 403 })
  await expect(bucket.getFiles({ prefix: 'te' })).rejects.toMatchObject({ code: 403 })
  await expect(bucket.file('b').download()).rejects.toMatchObject({ code: 403 })
  await expect(bucket.file('team/a').copy(bucket.file('elsewhere'))).rejects.toMatchObject({ code: 403 })
  await expect(bucket.file('b').copy(bucket.file('team/b'))).rejects.toMatchObject({ code: 403 })
  await expect(bucket.exists()).rejects.toMatchObject({ code: 403 })
})

test('a token that is over is refused, and one for reading does not write', async () => {
  const brief = await startGCSEmulator({ buckets: ['data'], accounts: [{ key: keys.owner }], tokenLifetimeMs: 1 })
  try {
    const storage = tokenClient(keys.owner, brief.url)
    await expect(storage.bucket('data').getFiles()).rejects.toMatchObject({ code: 401 })
    expect(brief.journal.count({ route: 'POST /token', status: 200 })).toBeGreaterThan(0)
  } finally {
    await brief.close()
  }
  const scope = 'https://www.googleapis.com/auth/devstorage.read_only'
  const { access_token: token } = await askForToken(assertionOf(keys.owner, { scope }))
  const headers = { authorization: `Bearer ${String(token)}` }
  const address = `${emulator.url}/storage/v1/b/data/o`
  expect((await fetch(address, { headers })).status).toBe(200)
  const upload = `${emulator.url}/upload/storage/v1/b/data/o?uploadType=media&name=x`
  const refused = await fetch(upload, { method: 'POST', headers, body: 'x' })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'insufficientPermissions' }] } })
})

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** An assertion that is right but for what is given. */
function assertionOf(key: ServiceAccountKey, claims: Record<string, unknown> = {}, algorithm = 'RS256'): string {
  const now = Math.floor(Date.now() / 1000)
  const scope = 'https://www.googleapis.com/auth/cloud-platform'
  const all = { iss: key.client_email, aud: `${emulator.url}/token`, scope, iat: now, exp: now + 3600, ...claims }
  const text = `${encode({ alg: algorithm, typ: 'JWT' })}.${encode(all)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key.private_key).toString('base64url')}`
}

async function askForToken(assertion: string): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const answer = await fetch(`${emulator.url}/token`, { method: 'POST', body })
  return (await answer.json()) as Record<string, unknown>
}

test('the endpoint of tokens checks all that an assertion says', async () => {
  expect(await askForToken(assertionOf(keys.owner))).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  const past = Math.floor(Date.now() / 1000) - 7200
  const [head = '', body = '', signature = ''] = assertionOf(keys.owner).split('.')
  const wrong: readonly string[] = [
    assertionOf(keys.stranger),
    assertionOf(keys.owner, { aud: 'https://example.com/token' }),
    assertionOf(keys.owner, { aud: undefined }),
    assertionOf(keys.owner, { iat: past, exp: past + 3600 }),
    assertionOf(keys.owner, { exp: past + 20_000 }),
    assertionOf(keys.owner, { iat: past + 20_000, exp: past + 23_000 }),
    assertionOf(keys.owner, {}, 'none'),
    assertionOf(keys.owner, {}, 'HS256'),
    `${head}.${body}.`,
    `${head}.${encode({ iss: keys.owner.client_email })}.${signature}`,
    'nonsense',
    '',
  ]
  for (const assertion of wrong) expect(await askForToken(assertion)).toMatchObject({ error: 'invalid_grant' })
  expect(await askForToken(assertionOf(keys.owner, { scope: '' }))).toMatchObject({ error: 'invalid_scope' })
})

test('keys lead to the emulator, and one that is none is refused at the start', async () => {
  expect(emulator.keys.map(({ token_uri: uri }) => uri)).toEqual(Array(3).fill(`${emulator.url}/token`))
  const broken = { ...keys.owner, private_key: 'none' }
  await expect(startGCSEmulator({ accounts: [{ key: broken }] })).rejects.toThrow(EmulatorError)
})
