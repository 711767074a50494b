import type { ObjectStoreDriver } from '@caisson/kit/object-store'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { PlatformClient, type PlatformFilesystemOptions } from '../../src/index.js'
import { PlatformStoreDriver } from '../../src/storage/platform-store-driver.js'
import { useFiles } from './support/files.js'

const files = useFiles()
afterEach(() => files.emulator.faults.clear())

const at = (method: string): string => `${method} /fs/{bucket}/*`
const absent = { kind: 'absent' } as const
const content = Buffer.alloc(20 * 2 ** 20, 'some content ')

function openDriver(given: PlatformFilesystemOptions = {}): ObjectStoreDriver {
  const { bucketName = '', ...options } = { ...files.options(), ...given }
  return new PlatformStoreDriver(new PlatformClient(options), bucketName)
}

async function kindOf(driver: ObjectStoreDriver, promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => driver.classifyError(error),
  )
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += 1_000_000) yield content.subarray(from, from + 1_000_000)
}

/** Every operation of a driver, on an object that is there. */
const operations: readonly [string, string, (driver: ObjectStoreDriver, signal?: AbortSignal) => Promise<unknown>][] = [
  ['head', 'HEAD', async (driver, signal) => driver.head('there', signal)],
  ['get', 'GET', async (driver, signal) => driver.get('there', { signal })],
  ['list', 'GET', async (driver, signal) => driver.list({ prefix: '', signal })],
  ['put', 'PUT', async (driver, signal) => driver.put('new', content, { signal })],
  ['copy', 'POST', async (driver, signal) => driver.copy({ source: 'there', destination: 'copy', signal })],
  ['move', 'POST', async (driver, signal) => driver.entries?.moveFile({ source: 'there', destination: 'm', signal })],
  ['mkdir', 'POST', async (driver, signal) => driver.entries?.makeDirectory('dir/', signal)],
  ['delete', 'DELETE', async (driver, signal) => driver.entries?.deleteFile('there', signal)],
  ['delete a tree', 'DELETE', async (driver, signal) => driver.entries?.deleteTree('tree/', signal)],
]

async function prepared(): Promise<ObjectStoreDriver> {
  await files.emulator.reset()
  const driver = openDriver()
  await driver.put('there', Buffer.from('content'), {})
  await driver.put('tree/leaf', Buffer.from('leaf'), {})
  return driver
}

describe.each(operations)('%s', (_name, method, work) => {
  it('is sent again when the platform is busy, since nothing was done', async () => {
    const driver = await prepared()
    const fault = files.emulator.faults.next(at(method), { status: 429, times: 2 })
    expect(await kindOf(driver, work(driver))).toBe('none')
    expect(fault.hits).toBe(2)
  })

  it.each([
    [{ status: 401 }, 'unauthenticated'],
    [{ status: 403 }, 'denied'],
    [{ status: 500 }, 'unavailable'],
    [{ status: 502, body: '<html>bad gateway</html>' }, 'unavailable'],
    [{ resetConnection: true }, 'unavailable'],
    [{ loseResponse: true }, 'unavailable'],
  ] as const)('is sent once where it failed with %j', async (effect, kind) => {
    const driver = await prepared()
    const before = files.emulator.journal.last
    files.emulator.faults.next(at(method), effect)
    expect(await kindOf(driver, work(driver))).toBe(kind)
    expect(files.emulator.journal.count({ after: before })).toBe(1)
  })

  it('ends at once when it is aborted while the platform is silent', async () => {
    const driver = await prepared()
    const controller = new AbortController()
    const fault = files.emulator.faults.next(at(method), { stall: true })
    const kind = kindOf(driver, work(driver, controller.signal))
    await expect.poll(() => fault.hits).toBe(1)
    controller.abort()
    expect(await kind).toBe('aborted')
  })
})

describe('a body', () => {
  it('that is cut is never short without an error', async () => {
    const driver = openDriver()
    await driver.put('cut', content, {})
    files.emulator.faults.next(at('GET'), { cutAfterBytes: 1_000_000 })
    const { body } = await driver.get('cut', {})
    expect(await kindOf(driver, buffer(body))).toBe('unavailable')
  })

  it('that is cut is gone on with, by the same version, when a filesystem reads it', async () => {
    const filesystem = files.open()
    await filesystem.writeFile('cut', content)
    files.emulator.faults.next(at('GET'), { cutAfterBytes: 1_000_000 })
    const read = await filesystem.readFile('cut')
    expect(Buffer.compare(Buffer.from(read), content)).toBe(0)
  })

  it('of an upload that is cut, or whose source fails, leaves nothing', async () => {
    const driver = openDriver()
    files.emulator.faults.next(at('PUT'), { resetConnection: true })
    expect(await kindOf(driver, driver.putStream('partly', pieces(), { condition: absent }))).toBe('unavailable')
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces()
      throw new RangeError('the source failed')
    }
    await expect(driver.putStream('partly', failing(), {})).rejects.toBeInstanceOf(Error)
    await expect(files.open().writeStream('partly', failing())).rejects.toThrow('the source failed')
    const controller = new AbortController()
    const aborting = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces()
      controller.abort()
      await new Promise(() => undefined)
    }
    const { signal } = controller
    expect(await kindOf(driver, driver.putStream('partly', aborting(), { signal }))).toBe('aborted')
    expect(await driver.head('partly')).toBeUndefined()
  })

  it('of an upload that is a stream is sent once, also when the platform is busy', async () => {
    const driver = openDriver()
    const fault = files.emulator.faults.next(at('PUT'), { status: 429 })
    expect(await kindOf(driver, driver.putStream('busy', pieces(), {}))).toBe('rateLimited')
    expect(fault.hits).toBe(1)
    await driver.putStream('busy', pieces(), { condition: absent })
    expect((await buffer((await driver.get('busy', {})).body)).equals(content)).toBe(true)
  })
})

it('a platform that cannot be reached is told as that, and no file of it as missing', async () => {
  const filesystem = files.open({ baseUrl: 'http://127.0.0.1:9' })
  await expect(filesystem.exists('a')).rejects.toMatchObject({ code: 'EIO' })
  await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'EIO' })
})
