import dns from 'node:dns'
import { describe, expect, it, vi, type MockInstance } from 'vitest'
import { S3Filesystem } from '../../src/index.js'
import { useEmulator } from '../support/use-emulator.js'

const emulated = useEmulator({ buckets: ['data', 'my.bucket', 'plain'] })

const headersOf = (): Readonly<Record<string, string>> => emulated.emulator.journal.entries().at(-1)?.headers ?? {}
const pathOf = (): string | undefined => emulated.emulator.journal.entries().at(-1)?.path

describe('BR-104 [M06] an endpoint', () => {
  it.each(['', '/', '//'])('with %j at its end has the bucket in the path', async (slashes) => {
    const filesystem = emulated.make({ bucket: 'my.bucket', endpoint: `${emulated.emulator.url}${slashes}` })
    await filesystem.writeFile('a/b c.txt', 'x')
    expect(pathOf()).toMatch(/^\/my\.bucket\/a\/b%20c\.txt(?:\?|$)/)
    expect(headersOf()['host']).toBe(new URL(emulated.emulator.url).host)
    expect(await filesystem.readdir('/a')).toMatchObject([{ name: 'b c.txt' }])
  })

  it('with a path keeps it before the bucket', async () => {
    const filesystem = emulated.make({ endpoint: `${emulated.emulator.url}/base/` })
    await filesystem.exists('a.txt').catch(() => undefined)
    expect(emulated.emulator.journal.entries().map(({ path }) => path)).toContainEqual(
      expect.stringMatching(/^\/base\/data/),
    )
  })

  it('has the bucket in the host name when path style is refused', async () => {
    const { port } = new URL(emulated.emulator.url)
    const resolved = resolveLocalhosts()
    const filesystem = emulated.make({ bucket: 'plain', endpoint: `http://localhost:${port}`, forcePathStyle: false })
    await filesystem.writeFile('a.txt', 'x').finally(() => resolved.mockRestore())
    expect(headersOf()['host']).toBe(`plain.localhost:${port}`)
    expect(pathOf()).toMatch(/^\/a\.txt(?:\?|$)/)
  })

  it('gets no checksums that only Amazon knows', async () => {
    const filesystem = emulated.make()
    const { journal } = emulated.emulator
    await filesystem.writeFile('a', 'x')
    await filesystem.writeFile('b/c', 'x')
    await filesystem.writeFile('b/d', 'x')
    await filesystem.readFile('a')
    await filesystem.rmdir('b', { recursive: true })
    const names = journal.entries().flatMap(({ headers }) => Object.keys(headers))
    expect(names.filter((name) => /checksum/.test(name))).toEqual([])
    expect(journal.entries({ route: 'DeleteObjects' })[0]?.headers).toHaveProperty('content-md5')
  })

  it('decides on writes, not on copies, so that is what makes a file that must be new', async () => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.bin', 'x', { mimeType: 'video/mp4' })
    const asked = await emulated.requestsOf(async () => filesystem.copyFile('a.bin', 'b.bin', { overwrite: false }))
    expect(asked.slice(-2)).toEqual(['GetObject', 'PutObject'])
    expect(await filesystem.stat('b.bin')).toMatchObject({ size: 1, mimeType: 'video/mp4' })
    await filesystem.writeFile('a.bin', Buffer.alloc(17 * 1024 * 1024))
    await filesystem.copyFile('a.bin', 'c.bin', { overwrite: false })
    expect(await filesystem.stat('c.bin')).toMatchObject({ size: 17 * 1024 * 1024 })
    for (const taken of ['b.bin', 'c.bin']) {
      await expect(filesystem.copyFile('a.bin', taken, { overwrite: false })).rejects.toMatchObject({ code: 'EEXIST' })
    }
    expect(await filesystem.stat('b.bin')).toMatchObject({ size: 1 })
  })

  it('may come from the environment, for requests and mounts alike', async () => {
    const { AWS_ENDPOINT_URL_S3 } = emulated.emulator.env
    const before = process.env['AWS_ENDPOINT_URL_S3']
    process.env['AWS_ENDPOINT_URL_S3'] = AWS_ENDPOINT_URL_S3
    try {
      const filesystem = new S3Filesystem({ ...emulated.connection, endpoint: undefined })
      await filesystem.writeFile('a', 'x')
      expect(filesystem.getMountConfig()).toMatchObject({ endpoint: emulated.emulator.url, forcePathStyle: true })
      await filesystem.destroy()
    } finally {
      if (before === undefined) delete process.env['AWS_ENDPOINT_URL_S3']
      else process.env['AWS_ENDPOINT_URL_S3'] = before
    }
  })
})

describe('the client of the SDK', () => {
  it('is there from the first call on', async () => {
    const filesystem = emulated.make()
    expect(() => filesystem.client).toThrow(expect.objectContaining({ code: 'ENOTREADY' }))
    await filesystem.init()
    expect(await filesystem.client.config.region()).toBe('us-east-1')
  })

  it('is gone after a destroy, and another one after the next init', async () => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a', 'x')
    const { client } = filesystem
    await filesystem.destroy()
    expect(() => filesystem.client).toThrow(expect.objectContaining({ code: 'ENOTREADY' }))
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await filesystem.init()
    expect(await filesystem.readFile('a', { encoding: 'utf-8' })).toBe('x')
    expect(filesystem.client).not.toBe(client)
  })
})

/** Names below `localhost` lead here, as they do on many machines. */
function resolveLocalhosts(): MockInstance {
  const { lookup } = dns
  const local = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest])
  return vi.spyOn(dns, 'lookup').mockImplementation(local)
}
