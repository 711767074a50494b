import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import type { GCSDriver } from '../../src/driver/index.js'
import { useEmulator } from '../support/buckets.js'

const buckets = useEmulator()
afterEach(() => buckets.emulator.faults.clear())

const routes = {
  head: 'GET /storage/v1/b/{bucket}/o/{object}',
  get: 'GET /storage/v1/b/{bucket}/o/{object}?alt=media',
  list: 'GET /storage/v1/b/{bucket}/o',
  put: 'POST /upload/storage/v1/b/{bucket}/o?uploadType=media',
  begin: 'POST /upload/storage/v1/b/{bucket}/o?uploadType=resumable',
  piece: 'PUT /upload/storage/v1/b/{bucket}/o?upload_id',
  delete: 'DELETE /storage/v1/b/{bucket}/o/{object}',
} as const

const absent = { kind: 'absent' } as const
const content = Buffer.alloc(20 * 2 ** 20, 'some content ')

async function kindOf(driver: GCSDriver, promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => driver.classifyError(error),
  )
}

async function* stream(): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += 1_000_000) yield content.subarray(from, from + 1_000_000)
}

async function stored(driver: GCSDriver, key: string): Promise<boolean> {
  const { body } = await driver.get(key, {})
  return (await buffer(body)).equals(content)
}

describe('what only reads', () => {
  it('is asked again after a failure of the server or the network', async () => {
    const driver = buckets.driver()
    await driver.put('r', Buffer.from('r'), {})
    const { faults } = buckets.emulator
    faults.next(routes.head, { status: 503 })
    expect(await driver.head('r')).toMatchObject({ size: 1 })
    faults.next(routes.list, { resetConnection: true })
    expect((await driver.list({ prefix: 'r' })).objects).toHaveLength(1)
    faults.next(routes.get, { status: 500 })
    const { body } = await driver.get('r', {})
    expect((await buffer(body)).toString()).toBe('r')
  })

  it('is an error when it goes on failing, or is refused', async () => {
    const driver = buckets.driver()
    const { faults } = buckets.emulator
    faults.next(routes.head, { status: 503, times: 3 })
    expect(await kindOf(driver, driver.head('r'))).toBe('unavailable')
    faults.next(routes.head, { status: 429, times: 3 })
    expect(await kindOf(driver, driver.head('r'))).toBe('rateLimited')
    const limited = { error: { code: 403, errors: [{ reason: 'userRateLimitExceeded' }] } }
    faults.next(routes.list, { status: 403, body: limited, headers: { 'content-type': 'application/json' } })
    expect(await kindOf(driver, driver.list({ prefix: '' }))).toBe('rateLimited')
    faults.next(routes.get, { status: 403 })
    expect(await kindOf(driver, driver.get('r', {}))).toBe('denied')
    faults.next(routes.get, { status: 401 })
    expect(await kindOf(driver, driver.get('r', {}))).toBe('unauthenticated')
  })

  it('is never short without an error', async () => {
    const driver = buckets.driver()
    await driver.put('cut', content, {})
    buckets.emulator.faults.next(routes.get, { cutAfterBytes: 1_000_000 })
    const { body } = await driver.get('cut', {})
    expect(await kindOf(driver, buffer(body))).toBe('unavailable')
  })

  it('goes on by the same generation when a filesystem reads it', async () => {
    const filesystem = buckets.filesystem()
    await filesystem.writeFile('cut', content)
    buckets.emulator.faults.next(routes.get, { cutAfterBytes: 1_000_000 })
    const read = await filesystem.readFile('cut')
    expect(Buffer.compare(Buffer.from(read), content)).toBe(0)
  })
})

describe('what changes something', () => {
  it('is sent once, whatever becomes of its answer', async () => {
    const driver = buckets.driver()
    const { faults, journal } = buckets.emulator
    const before = journal.last
    faults.next(routes.put, { loseResponse: true })
    expect(await kindOf(driver, driver.put('lost', Buffer.from('1'), { condition: absent }))).toBe('unavailable')
    faults.next(routes.put, { status: 503 })
    expect(await kindOf(driver, driver.put('lost', Buffer.from('2'), {}))).toBe('unavailable')
    faults.next(routes.delete, { status: 503 })
    expect(await driver.delete(['lost'])).toMatchObject([{ key: 'lost' }])
    expect(journal.count({ after: before })).toBe(3)
    const { body } = await driver.get('lost', {})
    expect((await buffer(body)).toString()).toBe('1')
  })

  it('is sent again when the service was too busy, since nothing was done', async () => {
    const driver = buckets.driver()
    const { faults, journal } = buckets.emulator
    const before = journal.last
    faults.next(routes.put, { status: 429 })
    await driver.put('busy', Buffer.from('1'), { condition: absent })
    faults.next(routes.delete, { status: 429 })
    expect(await driver.delete(['busy'])).toEqual([])
    expect(journal.count({ after: before })).toBe(4)
  })

  it('asks how much of a piece has arrived, and sends the rest', async () => {
    const driver = buckets.driver()
    const { faults, journal } = buckets.emulator
    const before = journal.last
    faults.cutUpload(3_000_000)
    await driver.putStream('rest', stream(), { condition: absent })
    expect(await stored(driver, 'rest')).toBe(true)
    const sent = journal.entries({ after: before }).filter(({ method }) => method === 'PUT')
    expect(sent.map(({ outcome }) => outcome)).toHaveLength(5)
  })

  it('takes a lost answer to the last piece for what it was', async () => {
    const driver = buckets.driver()
    const { faults } = buckets.emulator
    await driver.putStream('calm', stream(), {})
    for (const times of [1, 2]) {
      faults.next(routes.piece, { loseResponse: true, times })
      await driver.putStream(`lossy-${times}`, stream(), { condition: absent })
      expect(await stored(driver, `lossy-${times}`)).toBe(true)
    }
  })

  it('gives up an upload that goes on failing, and leaves nothing', async () => {
    const driver = buckets.driver()
    buckets.emulator.faults.next(routes.piece, { status: 503, times: Infinity })
    expect(await kindOf(driver, driver.putStream('never', stream(), {}))).toBe('unavailable')
    expect(await driver.head('never')).toBeUndefined()
  })
})

describe('an abort', () => {
  it.each(Object.keys(routes) as (keyof typeof routes)[])('ends a stalled %s', async (name) => {
    const driver = buckets.driver()
    await driver.put('stalled', Buffer.from('x'), {})
    const controller = new AbortController()
    const { signal } = controller
    const calls = {
      head: async () => driver.head('stalled', signal),
      get: async () => driver.get('stalled', { signal }),
      list: async () => driver.list({ prefix: '', signal }),
      put: async () => driver.put('stalled', content, { signal }),
      begin: async () => driver.putStream('stalled', stream(), { signal }),
      piece: async () => driver.putStream('stalled', stream(), { signal }),
      delete: async () => {
        const [failed] = await driver.delete(['stalled'], signal)
        throw failed?.error ?? new TypeError('Expected a failure')
      },
    } satisfies Record<keyof typeof routes, () => Promise<unknown>>
    const fault = buckets.emulator.faults.next(routes[name], { stall: true })
    const kind = kindOf(driver, calls[name]())
    await expect.poll(() => fault.hits).toBe(1)
    controller.abort()
    expect(await kind).toBe('aborted')
  })
})
