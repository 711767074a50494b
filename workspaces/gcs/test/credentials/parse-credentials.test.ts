import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCredentials, readCredentials } from '../../src/credentials/index.js'

const real = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n'
const escaped = real.replaceAll('\n', String.raw`\n`)
const email = 'a@b.iam.gserviceaccount.com'

describe('[BR-110] a private key', () => {
  const forms: Record<string, unknown> = {
    'with line feeds': { client_email: email, private_key: real },
    'with two characters for each': { client_email: email, private_key: escaped },
    'with returns as well': { client_email: email, private_key: real.replaceAll('\n', String.raw`\r\n`) },
    'in JSON': JSON.stringify({ client_email: email, private_key: real }),
    'in JSON, with two characters for each': JSON.stringify({ client_email: email, private_key: escaped }),
    'in JSON between blanks': ` \n${JSON.stringify({ client_email: email, private_key: real })}\n`,
  }
  it.each(Object.entries(forms))('%s has line feeds afterwards', (_, given) => {
    expect(parseCredentials(given)).toEqual({
      kind: 'value',
      credentials: { client_email: email, private_key: real },
    })
  })
})

describe('credentials', () => {
  it.each([
    [{ type: 'external_account', audience: 'x' }],
    [{ type: 'authorized_user', client_id: 'x', client_secret: 'y', refresh_token: 'z' }],
  ])('of another kind pass as they are: %j', (given) => {
    expect(parseCredentials(given)).toEqual({ kind: 'value', credentials: given })
  })

  it.each([['/etc/key.json'], ['./key.json'], ['key.json'], [String.raw`C:\key.json`]])(
    'may be the path %s',
    (file) => {
      expect(parseCredentials(file)).toEqual({ kind: 'file', file })
    },
  )

  it.each<[unknown]>([
    [''],
    [' '],
    ['a\nb'],
    ['a\0'],
    ['{'],
    ['{"client_email": "x"}'],
    [{}],
    [{ client_email: email }],
    [{ private_key: real }],
    [{ client_email: email, private_key: 1 }],
    [{ type: 'service_account' }],
    [[]],
    [null],
    [1],
    [true],
  ])('are not %j', (given) => {
    expect(parseCredentials(given)).toBeUndefined()
  })
})

describe('a key file', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gcs-keys-'))
  })
  afterAll(async () => rm(folder, { recursive: true }))

  it('is read', async () => {
    const file = path.join(folder, 'key.json')
    await writeFile(file, JSON.stringify({ client_email: email, private_key: real }))
    expect(await readCredentials({ kind: 'file', file })).toEqual({ client_email: email, private_key: real })
  })

  it.each([
    ['none', undefined, 'that can be read'],
    ['empty', '', 'that holds a key'],
    ['text', 'hunter2', 'that holds a key'],
    ['other', '{"hunter2": 1}', 'that holds a key'],
  ])('that is %s is an error that names it and not what is in it', async (name, content, text) => {
    const file = path.join(folder, `${name}.json`)
    if (content !== undefined) await writeFile(file, content)
    const error: unknown = await readCredentials({ kind: 'file', file }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(text) })
    expect(String(error)).toContain(name)
    expect(String(error)).not.toContain('hunter2')
  })
})
