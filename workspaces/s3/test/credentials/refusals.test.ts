import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { useEmulator } from '../support/use-emulator.js'

const secret = 'hunter2/secret+key'
const token = 'hunter2+session+token'
const account = { accessKeyId: 'KEY', secretAccessKey: secret }
const temporary = { accessKeyId: 'TEMP', secretAccessKey: secret, sessionToken: token }
const scoped = { accessKeyId: 'SCOPED', secretAccessKey: secret }
const reader = { accessKeyId: 'READER', secretAccessKey: secret }
const emulated = useEmulator({
  buckets: ['data', { name: 'elsewhere', region: 'eu-west-1' }],
  accounts: [account, temporary, { ...scoped, prefixes: ['team/'] }, { ...reader, readOnly: true }],
})

type Filesystem = ReturnType<typeof emulated.make>

const calls = {
  init: async (fs: Filesystem) => fs.init(),
  readFile: async (fs: Filesystem) => fs.readFile('a.txt'),
  stat: async (fs: Filesystem) => fs.stat('a.txt'),
  exists: async (fs: Filesystem) => fs.exists('a.txt'),
  readdir: async (fs: Filesystem) => fs.readdir('/'),
  writeFile: async (fs: Filesystem) => fs.writeFile('a.txt', 'x'),
  deleteFile: async (fs: Filesystem) => fs.deleteFile('a.txt'),
  copyFile: async (fs: Filesystem) => fs.copyFile('a.txt', 'b.txt'),
} satisfies Record<string, (fs: Filesystem) => Promise<unknown>>

/** An error with its causes, and everything hidden in it. */
async function failureOf(step: Promise<unknown>): Promise<{ error: unknown; text: string }> {
  const error: unknown = await step.then(
    () => {
      throw new TypeError('Expected a failure')
    },
    (thrown: unknown) => thrown,
  )
  return { error, text: `${inspect(error, { depth: Infinity, showHidden: true })} ${JSON.stringify(error)}` }
}

function expectNoSecret(text: string): void {
  expect(text).not.toContain('hunter2')
  // The request as it was signed.
  expect(text).not.toContain('AWS4-HMAC-SHA256')
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  it.each([
    ['a wrong secret', { secretAccessKey: 'hunter2-wrong' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'NOBODY' }, 'InvalidAccessKeyId'],
    ['a wrong token', { ...temporary, sessionToken: 'hunter2-wrong' }, 'InvalidToken'],
    ['temporary keys without their token', { ...temporary, sessionToken: undefined }, /Invalid|AccessDenied/],
  ])('with %s is refused with the reason, and without the secret', async (__, options, name) => {
    const { error, text } = await failureOf(call(emulated.make(options)))
    expect(error).toMatchObject({ code: 'EACCES', cause: { name: expect.stringMatching(name) as string } })
    expectNoSecret(text)
  })

  it('with a token that has ended says so', async () => {
    await emulated.make(temporary).writeFile('a.txt', 'x')
    emulated.emulator.faults.expireToken('TEMP')
    const { error, text } = await failureOf(call(emulated.make(temporary)))
    expect(error).toMatchObject({ code: 'EACCES', cause: { name: 'ExpiredToken' } })
    expectNoSecret(text)
  })

  it('of a bucket elsewhere names the region to set', async () => {
    const { error, text } = await failureOf(call(emulated.make({ bucket: 'elsewhere' })))
    expect(error).toMatchObject({
      code: 'EINVAL',
      message: 'The bucket elsewhere is in the region eu-west-1, not in us-east-1: change the option region',
    })
    expectNoSecret(text)
  })

  it('BR-149 of a missing bucket never means a missing file', async () => {
    const { error } = await failureOf(call(emulated.make({ bucket: 'missing' })))
    expect(error).toMatchObject({ code: 'ENOTREADY', cause: { name: 'NoSuchBucket' } })
  })
})

describe('rights', () => {
  it('for a prefix are enough when the filesystem has it', async () => {
    await emulated.make().writeFile('a.txt', 'x')
    const filesystem = emulated.make({ ...scoped, prefix: 'team' })
    await filesystem.init()
    await filesystem.writeFile('a.txt', 'mine')
    expect(await filesystem.readdir('/')).toMatchObject([{ name: 'a.txt' }])
    const outside = emulated.make(scoped)
    for (const call of [calls.readFile, calls.stat, calls.exists, calls.readdir, calls.writeFile, calls.init]) {
      const { error, text } = await failureOf(call(outside))
      expect(error).toMatchObject({ code: 'EACCES', cause: { name: 'AccessDenied' } })
      expectNoSecret(text)
    }
  })

  it('to read only are told by the change', async () => {
    await emulated.make().writeFile('a.txt', 'x')
    const filesystem = emulated.make(reader)
    expect(await filesystem.readFile('a.txt', { encoding: 'utf-8' })).toBe('x')
    for (const call of [calls.writeFile, calls.deleteFile, calls.copyFile]) {
      await expect(call(filesystem)).rejects.toMatchObject({ code: 'EACCES' })
    }
  })

  it('to delete that lack for one of many are told by its name', async () => {
    const filesystem = emulated.make()
    for (const name of ['a', 'b', 'c']) await filesystem.writeFile(`d/${name}`, name)
    const allow = emulated.emulator.faults.denyKey('data', 'd/b')
    await expect(filesystem.rmdir('d', { recursive: true })).rejects.toMatchObject({ code: 'EACCES' })
    allow()
    expect((await filesystem.readdir('d')).map(({ name }) => name)).toEqual(['b'])
    await filesystem.rmdir('d', { recursive: true })
    expect(await filesystem.exists('d')).toBe(false)
  })

  it('that come back make the filesystem ready again', async () => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'x')
    emulated.emulator.faults.next('GetObject', { status: 403 })
    await expect(filesystem.readFile('a.txt')).rejects.toMatchObject({ code: 'EACCES' })
    expect(filesystem.status).toBe('error')
    expect(await filesystem.readFile('a.txt', { encoding: 'utf-8' })).toBe('x')
    expect(filesystem.status).toBe('ready')
  })
})
