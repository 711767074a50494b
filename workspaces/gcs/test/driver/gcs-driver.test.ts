import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { GCSDriver } from '../../src/driver/index.js'
import { useEmulator } from '../support/buckets.js'

const buckets = useEmulator(1000, 1_000_000)

const text = (value: string): Uint8Array => Buffer.from(value)
const absent = { kind: 'absent' } as const
const pieceBytes = 8 * 2 ** 20
let made = 0

/** A name that no other case has. */
function place(): string {
  made += 1
  return `place-${made}/`
}

async function read(driver: GCSDriver, key: string): Promise<string> {
  const { body } = await driver.get(key, {})
  return (await buffer(body)).toString()
}

async function kindOf(driver: GCSDriver, promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => driver.classifyError(error),
  )
}

async function* pieces(count: number, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield new Uint8Array(sizeBytes).fill(number)
}

describe('the driver', () => {
  it('puts, describes and gets, with one request each', async () => {
    const driver = buckets.driver()
    const key = `${place()}a/b.txt`
    const before = buckets.emulator.journal.last
    const { version } = await driver.put(key, text('hello'), { mimeType: 'text/plain' })
    const facts = await driver.head(key)
    expect(facts).toMatchObject({ key, size: 5, mimeType: 'text/plain', version })
    expect(facts?.createdAt).toBeInstanceOf(Date)
    const { facts: got, body } = await driver.get(key, {})
    expect((await buffer(body)).toString()).toBe('hello')
    expect(got).toMatchObject({ key, size: 5, mimeType: 'text/plain', version })
    const [seconds, gotSeconds] = [facts, got].map((each) => Math.floor(Number(each?.modifiedAt) / 1000))
    expect(gotSeconds).toBe(seconds)
    expect(buckets.emulator.journal.entries({ after: before }).map(({ route }) => route)).toEqual([
      'POST /upload/storage/v1/b/{bucket}/o?uploadType=media',
      'GET /storage/v1/b/{bucket}/o/{object}',
      'GET /storage/v1/b/{bucket}/o/{object}?alt=media',
    ])
    expect(await driver.head(`${key}x`)).toBeUndefined()
    expect(await kindOf(driver, driver.get(`${key}x`, {}))).toBe('missing')
  })

  it('gets ranges, and tells the size of the whole', async () => {
    const driver = buckets.driver()
    const key = `${place()}x`
    await driver.put(key, text('0123456789'), {})
    const { facts, body } = await driver.get(key, { start: 2, end: 4 })
    expect([facts.size, (await buffer(body)).toString()]).toEqual([10, '234'])
    const rest = await driver.get(key, { start: 7 })
    expect((await buffer(rest.body)).toString()).toBe('789')
    expect(await kindOf(driver, driver.get(key, { start: 11 }))).toBe('range')
  })

  it('lets the service decide conditions', async () => {
    const driver = buckets.driver()
    const key = `${place()}x`
    const { version = '' } = await driver.put(key, text('1'), { condition: absent })
    expect(await kindOf(driver, driver.put(key, text('2'), { condition: absent }))).toBe('exists')
    const { version: second = '' } = await driver.put(key, text('2'), { condition: { kind: 'unchanged', version } })
    expect(await kindOf(driver, driver.put(key, text('3'), { condition: { kind: 'unchanged', version } }))).toBe(
      'changed',
    )
    expect(await kindOf(driver, driver.get(key, { version }))).toBe('changed')
    const { body } = await driver.get(key, { version: second })
    expect((await buffer(body)).toString()).toBe('2')
  })

  it('has one winner of many that create', async () => {
    const driver = buckets.driver()
    const key = `${place()}x`
    const tries = Array.from({ length: 8 }, async (_, number) =>
      kindOf(driver, driver.put(key, text(String(number)), { condition: absent })),
    )
    expect((await Promise.all(tries)).toSorted()).toEqual([...Array.from({ length: 7 }, () => 'exists'), 'none'])
  })

  it.each([0, 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes])('streams %d bytes', async (size) => {
    const driver = buckets.driver()
    const key = `${place()}x`
    const step = 1_000_000
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < size; from += step) {
        yield new Uint8Array(Math.min(step, size - from)).fill(from / step)
      }
    }
    await driver.putStream(key, source(), { mimeType: 'a/b', condition: absent })
    expect(await driver.head(key)).toMatchObject({ size, mimeType: 'a/b' })
    const { body } = await driver.get(key, {})
    expect((await buffer(body)).equals(await buffer(source()))).toBe(true)
    expect(await kindOf(driver, driver.putStream(key, source(), { condition: absent }))).toBe('exists')
  })

  it('shows nothing of a stream that fails or is aborted, and cancels its session', async () => {
    const driver = buckets.driver()
    const prefix = place()
    const failure = new TypeError('no more')
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces(3, pieceBytes)
      throw failure
    }
    const { journal } = buckets.emulator
    const before = journal.last
    await expect(driver.putStream(`${prefix}x`, failing(), {})).rejects.toBe(failure)
    const controller = new AbortController()
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces(1000, pieceBytes)) {
        yield piece
        if (piece[0] === 3) controller.abort()
      }
    }
    expect(await kindOf(driver, driver.putStream(`${prefix}x`, endless(), { signal: controller.signal }))).toBe(
      'aborted',
    )
    expect(await driver.list({ prefix })).toMatchObject({ objects: [] })
    const cancelled = journal.entries({ after: before }).filter(({ route }) => route.startsWith('DELETE /upload/'))
    expect(cancelled.map(({ status }) => status)).toEqual([499, 499])
  })

  it('[BR-145] copies names that need to be encoded', async () => {
    const driver = buckets.driver()
    const prefix = place()
    const names = ['a b+c%20d?e#f&g.txt', 'é', '\u{1F600}', "q'", '%', '%2F', 'back\\slash', ' x ', '"<>|:*', 'a/.../b']
    for (const name of names) {
      const key = prefix + name
      await driver.put(key, text(name), {})
      await driver.copy({ source: key, destination: `${key}.copy`, condition: absent })
      expect(await read(driver, `${key}.copy`)).toBe(name)
    }
    const { objects } = await driver.list({ prefix })
    const expected = names.flatMap((name) => [prefix + name, `${prefix}${name}.copy`])
    expect(objects.map(({ key }) => key).toSorted()).toEqual(expected.toSorted())
    expect(await driver.delete(objects.map(({ key }) => key))).toEqual([])
    expect(await driver.list({ prefix })).toMatchObject({ objects: [] })
  })

  it('copies large objects in steps, and to the end only where it may', async () => {
    const driver = buckets.driver()
    const prefix = place()
    const content = Buffer.alloc(2_500_000, 'content')
    await driver.put(`${prefix}large`, content, { mimeType: 'text/plain' })
    const before = buckets.emulator.journal.last
    await driver.copy({ source: `${prefix}large`, destination: `${prefix}copy`, condition: absent })
    expect(buckets.emulator.journal.count({ after: before })).toBe(3)
    const { facts, body } = await driver.get(`${prefix}copy`, {})
    expect(facts).toMatchObject({ mimeType: 'text/plain', size: content.length })
    expect((await buffer(body)).equals(content)).toBe(true)
    const again = { source: `${prefix}large`, destination: `${prefix}copy`, condition: absent }
    expect(await kindOf(driver, driver.copy(again))).toBe('exists')
    expect(await kindOf(driver, driver.copy({ ...again, source: `${prefix}none` }))).toBe('missing')
  })

  it('lists in pages, with and without what lies deeper', async () => {
    const driver = buckets.driver()
    const prefix = place()
    const keys = ['a', 'b/1', 'b/2', 'c', 'd/e/1', 'e'].map((name) => prefix + name)
    await Promise.all(keys.map(async (key) => driver.put(key, text(key), {})))
    const all = async (delimiter?: '/'): Promise<string[]> => {
      const found: string[] = []
      let from: string | undefined
      do {
        const page = await driver.list({ prefix, delimiter, from, limit: 2 })
        expect(page.objects.length + page.prefixes.length).toBeLessThanOrEqual(2)
        found.push(...page.objects.map(({ key }) => key), ...page.prefixes)
        from = page.next
      } while (from !== undefined)
      return found.toSorted()
    }
    expect(await all()).toEqual(keys)
    expect(await all('/')).toEqual(['a', 'b/', 'c', 'd/', 'e'].map((name) => prefix + name))
    const [listed] = (await driver.list({ prefix: `${prefix}a` })).objects
    expect(listed).toEqual(await driver.head(`${prefix}a`))
  })

  it('deletes many at once, of which some may be missing', async () => {
    const driver = buckets.driver()
    const prefix = place()
    const keys = Array.from({ length: 40 }, (_, number) => `${prefix}${number}`)
    await Promise.all(keys.map(async (key) => driver.put(key, text(key), {})))
    expect(await driver.delete([`${prefix}0`, `${prefix}none`])).toEqual([])
    expect(await driver.delete([])).toEqual([])
    expect(await driver.delete(keys)).toEqual([])
    expect(await driver.list({ prefix })).toMatchObject({ objects: [], next: undefined })
  })
})
