import { afterEach, describe, expect, it } from 'vitest'
import { PlatformApiError } from '../../src/index.js'
import { useFiles } from './support/files.js'

const files = useFiles({ pageSize: 10 })
afterEach(async () => files.emulator.reset())

/** The requests that something takes. */
async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = files.emulator.journal.last
  await work()
  return files.emulator.journal.entries({ after: before }).map(({ route }) => route)
}

const object = '/fs/{bucket}/*'
const list = `GET ${object}`

describe('requests of the file store', () => {
  it('[P10] are one for each of the usual operations', async () => {
    const filesystem = files.open()
    expect(await requestsOf(async () => filesystem.writeFile('a', 'a'))).toEqual([`PUT ${object}`])
    expect(await requestsOf(async () => filesystem.readFile('a'))).toEqual([`GET ${object}`])
    expect(await requestsOf(async () => filesystem.stat('a'))).toEqual([`HEAD ${object}`])
    expect(await requestsOf(async () => filesystem.copyFile('a', 'b'))).toEqual([`POST ${object}`])
    expect(await requestsOf(async () => filesystem.moveFile('b', 'c'))).toEqual([`POST ${object}`])
    expect(await requestsOf(async () => filesystem.deleteFile('c'))).toEqual([`DELETE ${object}`])
    expect(await requestsOf(async () => filesystem.mkdir('dir'))).toEqual([`POST ${object}`])
    expect(await requestsOf(async () => filesystem.readdir('/'))).toEqual([list])
    expect(await requestsOf(async () => filesystem.writeFile('n', 'n', { overwrite: false }))).toEqual([
      `PUT ${object}`,
    ])
    expect(await requestsOf(async () => filesystem.init())).toEqual([])
  })

  it('are two to append to a file, and to look at a directory', async () => {
    const filesystem = files.open()
    await filesystem.writeFile('a', 'a')
    await filesystem.mkdir('dir')
    expect(await requestsOf(async () => filesystem.appendFile('a', 'b'))).toEqual([`GET ${object}`, `PUT ${object}`])
    expect(await requestsOf(async () => filesystem.stat('dir'))).toEqual([`HEAD ${object}`, list])
  })

  it('go through all pages of a listing, whole paths and all [P18]', async () => {
    const filesystem = files.open()
    const names = Array.from({ length: 25 }, (_, number) => `deep/er/${String(number).padStart(2, '0')}`)
    await Promise.all(names.map(async (name) => filesystem.writeFile(name, name)))
    await filesystem.writeFile('deep/00', 'same name, another place')
    const entries = await filesystem.readdir('/', { recursive: true })
    expect(entries.map(({ name }) => name)).toEqual(['deep', 'deep/00', 'deep/er', ...names])
    expect((await requestsOf(async () => filesystem.readdir('deep/er'))).length).toBe(3)
  })
})

describe('changes', () => {
  it('of many at the same time are all there [P19]', async () => {
    const [one, other] = [files.open(), files.open()]
    await one.writeFile('log', '')
    const lines = Array.from({ length: 10 }, (_, number) => `${number}\n`)
    await Promise.all(lines.map(async (line, index) => (index % 2 ? one : other).appendFile('log', line)))
    const content = String(await one.readFile('log', { encoding: 'utf8' }))
    expect(content.split('\n').toSorted().join('\n').trim()).toBe(lines.join('').trim())
  })

  it('that may only make a file: of many one wins', async () => {
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map(async (content) => files.open().writeFile('once', content, { overwrite: false })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const losers = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown)
    expect(losers).toEqual(losers.map(() => expect.objectContaining({ code: 'EEXIST' })))
  })

  it('never take a directory with its content unless that is said [P20]', async () => {
    const filesystem = files.open()
    await filesystem.writeFile('dir/kept', 'kept')
    await expect(filesystem.rmdir('dir')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await expect(filesystem.deleteFile('dir')).rejects.toMatchObject({ code: 'EISDIR' })
    await filesystem.mkdir('empty')
    await expect(filesystem.deleteFile('empty')).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await filesystem.exists('empty')).toBe(true)
    expect(await filesystem.readFile('dir/kept', { encoding: 'utf8' })).toBe('kept')
    await filesystem.rmdir('dir', { recursive: true })
    expect(await filesystem.exists('dir')).toBe(false)
  })

  it('are refused before anything is sent where only reading is allowed [P19]', async () => {
    const filesystem = files.open({ readOnly: true })
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

describe('what the store answers', () => {
  it('about a bucket that is not there is not said of files [BR-149]', async () => {
    const filesystem = files.open({ bucketName: 'none' })
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.writeFile('a', 'a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.readdir('/')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.stat('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.exists('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await expect(filesystem.init()).rejects.toMatchObject({ code: 'ENOTREADY' })
  })

  it('as HTML, or as something else than a listing, is an error with the platform’s own as its cause [P07]', async () => {
    const { faults } = files.emulator
    const filesystem = files.open()
    for (const [status, body] of [
      [502, '<html>bad gateway</html>'],
      [200, '<html>hello</html>'],
      [200, '{"contents":[{"key":1}]}'],
      [200, '{"contents":['],
    ] as const) {
      faults.next(list, { status, body, headers: { 'Content-Type': 'text/html' } })
      const error: unknown = await filesystem.readdir('/').catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'FilesystemError', code: 'EIO' })
      const { cause } = error as Error
      expect(cause).toBeInstanceOf(PlatformApiError)
      expect(cause).toMatchObject({ status, body, code: undefined, proxyMessage: undefined })
    }
  })

  it('a wrong token is no missing file', async () => {
    const filesystem = files.open({ accessToken: 'wrong' })
    files.emulator.faults.next(`GET ${object}`, {
      status: 401,
      body: { error: { message: 'no', type: 'authentication_error' } },
    })
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'EACCES' })
    expect(filesystem.status).toBe('error')
  })
})
