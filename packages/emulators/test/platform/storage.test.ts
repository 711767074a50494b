import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BucketFiles, storageRoutes } from '../../src/platform/control/storage/index.js'
import { serveRoutes, type ServedRoutes } from './serve-routes.js'

const files = new BucketFiles({ buckets: ['files', 'other'], pageSize: 3, mostObjectBytes: 1_000_000 })
let served: ServedRoutes | undefined

beforeAll(async () => {
  served = await serveRoutes({ files }, storageRoutes)
})
beforeEach(() => files.reset())
afterAll(async () => {
  await served?.close()
  files.close()
})

function ask(method: string, path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(`${served?.url}/fs/files/${path}`, { method, ...options })
}

async function put(
  path: string,
  body: RequestInit['body'] = 'x',
  headers: Record<string, string> = {},
): Promise<Response> {
  return ask('PUT', path, { body, headers })
}

async function failureOf(answer: Response | Promise<Response>): Promise<unknown> {
  const response = await answer
  const { error } = (await response.json()) as { error: { type: string } }
  return [response.status, error.type]
}

interface Page {
  readonly contents: readonly { readonly key: string; readonly size: number; readonly lastModified: string }[]
  readonly commonPrefixes: readonly string[]
  readonly nextCursor?: string
}

async function list(query: Record<string, string> = {}): Promise<Page> {
  const answer = await ask('GET', `?${new URLSearchParams(query).toString()}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

async function keys(query: Record<string, string> = {}): Promise<readonly string[]> {
  const { contents, commonPrefixes } = await list({ limit: '3', ...query })
  return [...contents.map(({ key }) => key), ...commonPrefixes]
}

describe('objects', () => {
  it('keeps bytes, type and date', async () => {
    const bytes = Uint8Array.from({ length: 700_000 }, (_, index) => (index * 7) % 256)
    const before = Date.now()
    const made = await put('a/b.bin', bytes, { 'content-type': 'image/x-tiny' })
    expect(made.status).toBe(201)
    expect(await made.json()).toMatchObject({ key: 'a/b.bin', size: 700_000, etag: made.headers.get('etag') })
    const read = await ask('GET', 'a/b.bin')
    expect(read.status).toBe(200)
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
    const head = await ask('HEAD', 'a/b.bin')
    for (const answer of [read, head]) {
      expect(answer.headers.get('content-type')).toBe('image/x-tiny')
      expect(answer.headers.get('content-length')).toBe('700000')
      expect(answer.headers.get('etag')).toBe(made.headers.get('etag'))
      expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeGreaterThanOrEqual(before - 1000)
    }
    expect((await put('a/b.bin', 'new')).status).toBe(200)
    expect(await (await ask('GET', 'a/b.bin')).text()).toBe('new')
  })

  it('reads keys segment by segment', async () => {
    const names = ['a b/ü?#%.txt', '%2e', 'x&y=z', 'back\\slash']
    for (const name of names) {
      const path = name.split('/').map(encodeURIComponent).join('/')
      expect((await put(path, name)).status).toBe(201)
      expect(await (await ask('GET', path)).text()).toBe(name)
    }
    expect(files.bucket('files').size).toBe(names.length)
  })

  it.each(['a//b', '%ff', 'a/%00', 'x'.repeat(1025), ''])('refuses the key %j', async (key) => {
    expect(await failureOf(put(key))).toEqual([400, 'invalid_request'])
  })

  // Clients such as fetch take steps before they send.
  it.each(['..', '%2E.', '%2e%2e'])('refuses the step %s in a path as it is sent', async (step) => {
    await put('secret')
    const status = await new Promise((resolve, reject) => {
      const { hostname, port, pathname } = new URL(served?.url ?? '')
      const path = `${pathname}/fs/files/a/${step}/secret`
      httpRequest({ hostname, port, path, method: 'DELETE' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
    expect(files.bucket('files').get('secret')).toBeDefined()
  })

  it('tells what is not there', async () => {
    expect(await failureOf(ask('GET', 'none'))).toEqual([404, 'not_found'])
    expect((await ask('HEAD', 'none')).status).toBe(404)
    expect(await failureOf(ask('DELETE', 'none'))).toEqual([404, 'not_found'])
    expect(await failureOf(ask('DELETE', 'none?recursive=true'))).toEqual([404, 'not_found'])
    const missing = fetch(`${served?.url}/fs/nowhere/a`)
    expect(await failureOf(missing)).toEqual([404, 'bucket_not_found'])
    expect(await failureOf(fetch(`${served?.url}/fs/nowhere/`))).toEqual([404, 'bucket_not_found'])
  })

  it('keeps nothing of what is too large, or cut off', async () => {
    expect(await failureOf(put('big', new Uint8Array(1_000_001)))).toEqual([413, 'payload_too_large'])
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) })
    const sent = ask('PUT', 'big', { body: endless, duplex: 'half' })
    // The answer may come before the body has ended, and the connection with it.
    await sent.then(
      (answer) => expect(answer.status).toBe(413),
      (error: unknown) => expect(error).toBeInstanceOf(TypeError),
    )
    const { last } = served?.journal ?? { last: 0 }
    const target = new URL(`${served?.url}/fs/files/cut`)
    const cut = httpRequest(target, { method: 'PUT', headers: { 'content-length': 2000 } }).on('error', () => undefined)
    cut.write(new Uint8Array(1000))
    await expect.poll(() => served?.journal.count({ after: last })).toBe(1)
    cut.destroy()
    await expect.poll(() => served?.journal.entries({ after: last })[0]?.outcome).toBe('cut')
    expect(files.bucket('files').size).toBe(0)
  })
})

describe('conditions', () => {
  it('writes only where nothing is', async () => {
    expect((await put('a', '1', { 'if-none-match': '*' })).status).toBe(201)
    expect(await failureOf(put('a', '2', { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed'])
    expect(await (await ask('GET', 'a')).text()).toBe('1')
  })

  it('writes only over what was read', async () => {
    const first = (await put('a', '1')).headers.get('etag') ?? ''
    const second = await put('a', '2', { 'if-match': first })
    expect(second.status).toBe(200)
    expect(await failureOf(put('a', '3', { 'if-match': first }))).toEqual([412, 'precondition_failed'])
    expect(await failureOf(put('b', '3', { 'if-match': '*' }))).toEqual([412, 'precondition_failed'])
    expect((await put('a', '3', { 'if-match': `"other", ${second.headers.get('etag')}` })).status).toBe(200)
  })

  it('lets one of many win', async () => {
    const writers = Array.from({ length: 8 }, (_, index) => put('one', String(index), { 'if-none-match': '*' }))
    const statuses = (await Promise.all(writers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(7)
  })

  it('deletes and reads on conditions', async () => {
    const etag = (await put('a', '1')).headers.get('etag') ?? ''
    expect((await ask('GET', 'a', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const other = { headers: { 'if-match': '"other"' } }
    expect(await failureOf(ask('GET', 'a', other))).toEqual([412, 'precondition_failed'])
    expect(await failureOf(ask('DELETE', 'a', other))).toEqual([412, 'precondition_failed'])
    expect((await ask('DELETE', 'a', { headers: { 'if-match': etag } })).status).toBe(204)
  })
})

describe('ranges', () => {
  it.each([
    ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=5-99', 206, 'fghij', 'bytes 5-9/10'],
    ['bytes=0-1,3-4', 200, 'abcdefghij', null],
    ['lines=1-2', 200, 'abcdefghij', null],
  ])('%s', async (range, status, text, contentRange) => {
    await put('a', 'abcdefghij')
    const answer = await ask('GET', 'a', { headers: { range } })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ])
  })

  it.each(['bytes=10-', 'bytes=-0'])('%s lies outside', async (range) => {
    await put('a', 'abcdefghij')
    const answer = await ask('GET', 'a', { headers: { range } })
    expect(answer.headers.get('content-range')).toBe('bytes */10')
    expect(await failureOf(answer)).toEqual([416, 'range_not_satisfiable'])
  })

  it('gives an empty object whole', async () => {
    await put('empty', '')
    const answer = await ask('GET', 'empty')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', ''])
  })
})

describe('listings', () => {
  const all = ['a', 'd/1', 'd/2', 'd/e/3', 'f', 'ü']

  beforeEach(async () => {
    for (const key of all) await put(key.split('/').map(encodeURIComponent).join('/'), key)
  })

  it('comes page by page, with directories rolled up or not', async () => {
    const walk = async (query: Record<string, string>): Promise<string[]> => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) })
        expect(page.contents.length + page.commonPrefixes.length).toBeLessThanOrEqual(3)
        found.push(...page.contents.map(({ key }) => key), ...page.commonPrefixes)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return found.toSorted()
    }
    expect(await walk({})).toEqual(all)
    expect(await walk({ limit: '1', delimiter: '/' })).toEqual(['a', 'd/', 'f', 'ü'])
    expect(await walk({ limit: '2', prefix: 'd/', delimiter: '/' })).toEqual(['d/1', 'd/2', 'd/e/'])
    expect(await walk({ prefix: 'd/' })).toEqual(['d/1', 'd/2', 'd/e/3'])
    expect(await walk({ prefix: 'none/' })).toEqual([])
  })

  it('tells sizes and dates', async () => {
    const { contents } = await list({ prefix: 'd/e/' })
    expect(contents).toEqual([expect.objectContaining({ key: 'd/e/3', size: 5 })])
    expect(Date.parse(contents[0]?.lastModified ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('also answers without a slash behind the bucket', async () => {
    const answer = await fetch(`${served?.url}/fs/files?prefix=f`)
    expect(((await answer.json()) as Page).contents.map(({ key }) => key)).toEqual(['f'])
  })

  it.each([{ cursor: 'made-up' }, { limit: '0' }, { limit: 'x' }, { cursor: 'WyJvdGhlciIsImEiXQ' }])(
    'refuses %j',
    async (query) => {
      const answer = ask('GET', `?${new URLSearchParams(query as Record<string, string>).toString()}`)
      expect(await failureOf(answer)).toEqual([400, 'invalid_request'])
    },
  )
})

describe('operations', () => {
  function operate(op: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return ask('POST', `${path}?op=${op}`, {
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  it('copies and renames objects, with their types', async () => {
    await put('a', 'text', { 'content-type': 'text/x-a' })
    expect((await operate('copy', 'a', { destination: 'd/b' })).status).toBe(200)
    expect((await operate('rename', 'a', { destination: '/c' })).status).toBe(200)
    expect(await keys()).toEqual(['c', 'd/b'])
    const copy = await ask('GET', 'd/b')
    expect([copy.headers.get('content-type'), await copy.text()]).toEqual(['text/x-a', 'text'])
    expect((await operate('rename', 'c', { destination: 'c' })).status).toBe(200)
    expect(await (await ask('GET', 'c')).text()).toBe('text')
  })

  it('overwrites, unless told otherwise', async () => {
    await put('a', 'new')
    await put('b', 'old')
    const careful = { 'if-none-match': '*' }
    for (const op of ['copy', 'rename']) {
      expect(await failureOf(operate(op, 'a', { destination: 'b' }, careful))).toEqual([412, 'precondition_failed'])
    }
    expect(await (await ask('GET', 'b')).text()).toBe('old')
    expect((await operate('rename', 'a', { destination: 'b' })).status).toBe(200)
    expect(await (await ask('GET', 'b')).text()).toBe('new')
  })

  it('copies and renames directories whole', async () => {
    for (const key of ['d/1', 'd/d/2']) await put(key, key)
    const copied = await operate('copy', 'd/', { destination: 'e/' })
    expect(await copied.json()).toEqual({ key: 'e/', objects: 2 })
    expect((await operate('rename', 'd/d/', { destination: 'd/' })).status).toBe(200)
    expect(await keys({ prefix: 'd/' })).toEqual(['d/1', 'd/2'])
    expect(await keys({ prefix: 'e/' })).toEqual(['e/1', 'e/d/2'])
    expect(await failureOf(operate('rename', 'd/', { destination: 'd/x/' }))).toEqual([409, 'conflict'])
    expect(await failureOf(operate('copy', 'd/', { destination: 'file' }))).toEqual([400, 'invalid_request'])
  })

  it('makes directories', async () => {
    expect((await operate('mkdir', 'd')).status).toBe(201)
    expect((await operate('mkdir', 'd/')).status).toBe(200)
    expect(await keys({ delimiter: '/' })).toEqual(['d/'])
    expect(await keys({ prefix: 'd/', delimiter: '/' })).toEqual(['d/'])
    await put('file')
    expect(await failureOf(operate('mkdir', 'file'))).toEqual([409, 'conflict'])
    expect(await failureOf(put('d/', 'content'))).toEqual([409, 'conflict'])
  })

  it('deletes directories with children only when told to', async () => {
    await operate('mkdir', 'd')
    await put('d/1')
    await put('d-other')
    for (const path of ['d', 'd/']) expect(await failureOf(ask('DELETE', path))).toEqual([409, 'conflict'])
    expect((await ask('DELETE', 'd/?recursive=true')).status).toBe(204)
    expect(await keys()).toEqual(['d-other'])
    await operate('mkdir', 'd')
    expect((await ask('DELETE', 'd?recursive=false')).status).toBe(204)
    expect(await failureOf(ask('DELETE', 'd?recursive=1'))).toEqual([400, 'invalid_request'])
  })

  it.each([
    ['copy', 'a', '{"destination":1}'],
    ['copy', 'a', '{}'],
    ['copy', 'a', '{"destination":""}'],
    ['copy', 'a', '{"destination":"../x"}'],
    ['chmod', 'a', '{}'],
  ])('refuses %s of %s with %s', async (op, path, body) => {
    await put('a')
    expect(await failureOf(operate(op, path, body))).toEqual([400, 'invalid_request'])
  })

  it.each(['{', '[1]', '"x"'])('refuses the body %s', async (body) => {
    await put('a')
    expect((await operate('copy', 'a', body)).status).toBe(400)
  })

  it('refuses to copy what is not there', async () => {
    expect(await failureOf(operate('copy', 'none', { destination: 'b' }))).toEqual([404, 'not_found'])
    expect(await failureOf(operate('rename', 'none/', { destination: 'b/' }))).toEqual([404, 'not_found'])
  })
})
