import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { AzureBlobDriver } from '../../src/driver/index.js'
import { useAzurite } from '../support/containers.js'

const containers = useAzurite()

const text = (value: string): Uint8Array => Buffer.from(value)
const absent = { kind: 'absent' } as const

async function read(driver: AzureBlobDriver, key: string): Promise<string> {
  const { body } = await driver.get(key, {})
  return (await buffer(body)).toString()
}

async function kindOf(driver: AzureBlobDriver, promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => driver.classifyError(error),
  )
}

async function* pieces(count: number, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield new Uint8Array(sizeBytes).fill(number)
}

describe('the driver', () => {
  it('puts, describes and gets', async () => {
    const driver = await containers.driver()
    const { version } = await driver.put('a/b.txt', text('hello'), { mimeType: 'text/plain' })
    const facts = await driver.head('a/b.txt')
    expect(facts).toMatchObject({ key: 'a/b.txt', size: 5, mimeType: 'text/plain', version })
    expect(facts?.createdAt).toBeInstanceOf(Date)
    expect(await read(driver, 'a/b.txt')).toBe('hello')
    expect(await driver.head('a')).toBeUndefined()
  })

  it('gets ranges, and tells the size of the whole', async () => {
    const driver = await containers.driver()
    await driver.put('x', text('0123456789'), {})
    const { facts, body } = await driver.get('x', { start: 2, end: 4 })
    expect([facts.size, (await buffer(body)).toString()]).toEqual([10, '234'])
    const rest = await driver.get('x', { start: 7 })
    expect((await buffer(rest.body)).toString()).toBe('789')
    expect(await kindOf(driver, driver.get('x', { start: 11 }))).toBe('range')
  })

  it('lets the service decide conditions', async () => {
    const driver = await containers.driver()
    const { version = '' } = await driver.put('x', text('1'), { condition: absent })
    expect(await kindOf(driver, driver.put('x', text('2'), { condition: absent }))).toBe('exists')
    const { version: second = '' } = await driver.put('x', text('2'), { condition: { kind: 'unchanged', version } })
    expect(await kindOf(driver, driver.put('x', text('3'), { condition: { kind: 'unchanged', version } }))).toBe(
      'changed',
    )
    expect(await kindOf(driver, driver.get('x', { version }))).toBe('changed')
    const { body } = await driver.get('x', { version: second })
    expect((await buffer(body)).toString()).toBe('2')
  })

  it('has one winner of many that create', async () => {
    const driver = await containers.driver()
    const tries = Array.from({ length: 8 }, async (_, number) =>
      kindOf(driver, driver.put('x', text(String(number)), { condition: absent })),
    )
    const kinds = await Promise.all(tries)
    expect(kinds.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'exists'), 'none'])
  })

  it.each([0, 1, 2 ** 22, 2 ** 22 + 1, 3 * 2 ** 22])('streams %d bytes', async (size) => {
    const driver = await containers.driver()
    const step = 100_000
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < size; from += step) {
        yield new Uint8Array(Math.min(step, size - from)).fill(from / step)
      }
    }
    await driver.putStream('x', source(), { mimeType: 'a/b', condition: absent })
    expect(await driver.head('x')).toMatchObject({ size, mimeType: 'a/b' })
    const expected = await buffer(source())
    const { body } = await driver.get('x', {})
    expect((await buffer(body)).equals(expected)).toBe(true)
    expect(await kindOf(driver, driver.putStream('x', source(), { condition: absent }))).toBe('exists')
  })

  it('shows nothing of a stream that fails or is aborted, and stops', async () => {
    const driver = await containers.driver()
    const failure = new TypeError('no more')
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces(2, 2 ** 22)
      throw failure
    }
    await expect(driver.putStream('x', failing(), {})).rejects.toBe(failure)
    const controller = new AbortController()
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces(1000, 2 ** 22)) {
        yield piece
        if (piece[0] === 3) controller.abort()
      }
    }
    expect(await kindOf(driver, driver.putStream('x', endless(), { signal: controller.signal }))).toBe('aborted')
    expect(await driver.list({ prefix: '' })).toMatchObject({ objects: [] })
  })

  it('has of two streams to one blob the one that was first', async () => {
    const driver = await containers.driver()
    const kinds = await Promise.all(
      [1, 2].map(async (number) =>
        kindOf(driver, driver.putStream('x', pieces(3, 2 ** 22 + number), { condition: absent })),
      ),
    )
    expect(kinds).toContain('none')
    expect(kinds.filter((kind) => kind !== 'none')).toEqual([expect.stringMatching(/^(?:exists|conflict)$/)])
    const size = (await driver.head('x'))?.size ?? 0
    expect([1, 2].map((number) => 3 * (2 ** 22 + number))).toContain(size)
  })

  it('[BR-145] copies names that need to be encoded', async () => {
    const driver = await containers.driver()
    const names = ['a b+c%20d?e#f&g.txt', 'é', '\u{1F600}', "q'", '%', '%2F', 'line\nfeed', ' x ', '"<>|:*', 'a/.../b']
    for (const name of names) {
      await driver.put(name, text(name), {})
      await driver.copy({ source: name, destination: `${name}.copy`, condition: absent })
      expect(await read(driver, `${name}.copy`)).toBe(name)
    }
    const { objects } = await driver.list({ prefix: '' })
    expect(objects.map(({ key }) => key).toSorted()).toEqual(names.flatMap((name) => [name, `${name}.copy`]).toSorted())
    expect(await driver.delete(objects.map(({ key }) => key))).toEqual([])
    expect(await driver.list({ prefix: '' })).toMatchObject({ objects: [] })
  })

  it('refuses names that the service would take for others', async () => {
    const driver = await containers.driver()
    expect(await kindOf(driver, driver.put(String.raw`a\b`, text('x'), {}))).toBe('invalid')
    expect(await kindOf(driver, driver.head(String.raw`a\b`))).toBe('invalid')
  })

  it('copies with what is stored beside the content, and only where it may', async () => {
    const driver = await containers.driver()
    await driver.put('empty', text(''), { mimeType: 'text/plain' })
    await driver.put('full', text('full'), { mimeType: 'text/plain' })
    for (const source of ['empty', 'full']) {
      await driver.copy({ source, destination: `${source}.copy` })
      expect(await driver.head(`${source}.copy`)).toMatchObject({ mimeType: 'text/plain' })
      expect(await kindOf(driver, driver.copy({ source, destination: 'full', condition: absent }))).toBe('exists')
      expect(await kindOf(driver, driver.copy({ source: 'none', destination: `${source}.copy` }))).toBe('missing')
    }
    expect(await read(driver, 'full')).toBe('full')
  })

  it('lists in pages, with and without what lies deeper', async () => {
    const driver = await containers.driver()
    const keys = ['a', 'b/1', 'b/2', 'c', 'd/e/1', 'e']
    await Promise.all(keys.map(async (key) => driver.put(key, text(key), {})))
    const all = async (delimiter?: '/'): Promise<string[]> => {
      const found: string[] = []
      let from: string | undefined
      do {
        const page = await driver.list({ prefix: '', delimiter, from, limit: 2 })
        expect(page.objects.length + page.prefixes.length).toBeLessThanOrEqual(2)
        found.push(...page.objects.map(({ key }) => key), ...page.prefixes)
        from = page.next
      } while (from !== undefined)
      return found.toSorted()
    }
    expect(await all()).toEqual(keys)
    expect(await all('/')).toEqual(['a', 'b/', 'c', 'd/', 'e'])
    expect((await driver.list({ prefix: 'b/' })).objects).toMatchObject([{ key: 'b/1', size: 3 }, { key: 'b/2' }])
    const listed = (await driver.list({ prefix: 'a' })).objects[0]
    expect(listed?.version).toBe((await driver.head('a'))?.version)
  })

  it('deletes many at once, of which some may be missing', async () => {
    const driver = await containers.driver()
    const keys = Array.from({ length: 100 }, (_, number) => `k/${number}`)
    await Promise.all(keys.map(async (key) => driver.put(key, text(key), {})))
    expect(await driver.delete(['k/0', 'none'])).toEqual([])
    expect(await driver.delete(['none'])).toEqual([])
    expect(await driver.delete([])).toEqual([])
    expect(await driver.delete(keys)).toEqual([])
    expect(await driver.list({ prefix: '' })).toMatchObject({ objects: [], next: undefined })
  })
})
