import { createHmac } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSigned } from '../../../src/daytona/toolbox/files/signed-address.js'
import { startTestToolbox, type TestToolbox } from './support/test-toolbox.js'
import { partHead, postForm, postJson, send } from './support/wire.js'

let toolbox: TestToolbox

beforeAll(async () => {
  toolbox = await startTestToolbox()
})

afterAll(() => toolbox.stop())

function inside(name: string): string {
  return path.join(toolbox.home, name)
}

describe('Failures', () => {
  test('Have the shape that the client reads', async () => {
    const { status, json } = await send(toolbox, { path: '/files/info?path=nope' })
    expect(status).toBe(404)
    expect(json).toEqual({
      statusCode: 404,
      message: 'file not found: nope',
      code: 'FILE_NOT_FOUND',
      source: 'DAYTONA_DAEMON',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      path: '/files/info',
      method: 'GET',
    })
  })

  test('Name what has no route', async () => {
    expect(await send(toolbox, { method: 'PUT', path: '/files' })).toMatchObject({
      status: 404,
      json: { message: 'not found: no route for PUT /files', code: 'NOT_FOUND' },
    })
  })

  test.each(['/files/info', '/files/folder?mode=755', '/files/find?path=x', '/files/search?pattern=x', '/files/move'])(
    'Say that %s lacks a parameter',
    async (address) => {
      const method = /folder|move/.test(address) ? 'POST' : 'GET'
      const answer = await send(toolbox, { method, path: address })
      expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } })
    },
  )

  test.each(['', '{', '[]', '"x"', '{"paths":"x"}', '{"paths":[1]}', '{"files":["a"],"pattern":"","newValue":"x"}'])(
    'Say that the body %j is none',
    async (body) => {
      for (const address of ['/files/replace', '/files/bulk-download', '/git/add']) {
        expect((await postJson(toolbox, address, body)).status).toBe(400)
      }
    },
  )

  test('A depth must be a whole number from one on', async () => {
    for (const depth of ['0', '-1', 'x', '1.5']) {
      expect((await send(toolbox, { path: `/files?path=.&depth=${depth}` })).status).toBe(400)
    }
    expect((await send(toolbox, { path: '/files' })).json).toBeInstanceOf(Array)
  })

  test('The root is not removed', async () => {
    for (const name of ['/', '//', '/..', '/tmp/..']) {
      const answer = await send(toolbox, { method: 'DELETE', path: `/files?path=${name}&recursive=true` })
      expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_FILE_PATH' } })
    }
  })
})

describe('Forms', () => {
  const file = partHead('files[0].file', 'ignored')

  test('The path decides, not the name of the file', async () => {
    const answer = await postForm(toolbox, '/files/bulk-upload', [
      [partHead('files[0].path'), 'by path'],
      [file, 'one'],
      [partHead('files[1].path'), 'second'],
      [partHead('files[1].file'), 'a part without a name'],
      [partHead('other'), 'ignored'],
      [partHead('other', 'x'), 'ignored'],
    ])
    expect(answer).toMatchObject({
      status: 200,
      json: {
        files: [
          { path: 'by path', bytes: 3 },
          { path: 'second', bytes: 21 },
        ],
      },
    })
    expect(await readFile(inside('by path'), 'utf8')).toBe('one')
    await expect(stat(inside('ignored'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('A file before its path is refused, and the next one is written', async () => {
    const answer = await postForm(toolbox, '/files/bulk-upload', [
      [file, 'x'.repeat(200_000)],
      [partHead('files[0].path'), 'late'],
      [partHead('files[1].path'), 'in time'],
      [partHead('files[1].file', 'f'), 'y'],
    ])
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      errors: ['file[0]: missing .path metadata before file'],
      files: [{ path: 'in time', bytes: 1 }],
    })
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--b--\r\n'],
    ['no form', 'application/json', '{}'],
    ['no type', '', 'x'],
    ['no end', 'multipart/form-data; boundary=b', `--b\r\n${file}\r\n\r\nx`],
  ])('What is no form is refused: %s', async (_, type, body) => {
    for (const address of ['/files/bulk-upload', '/files/upload-v2?path=x']) {
      const headers = type === '' ? {} : { 'Content-Type': type }
      const answer = await send(toolbox, { method: 'POST', path: address, headers, body })
      expect(answer).toMatchObject({ status: 400, json: { source: 'DAYTONA_DAEMON' } })
    }
  })

  test('One file goes to the path of its address', async () => {
    for (const route of ['upload-v2', 'upload']) {
      const address = `/files/${route}?path=${encodeURIComponent(`dir/${route} ü`)}`
      const answer = await postForm(toolbox, address, [[partHead('file', 'ignored'), route]])
      expect(answer).toMatchObject({ status: 200, json: { name: `${route} ü`, path: `dir/${route} ü`, type: 'file' } })
      expect(await readFile(inside(`dir/${route} ü`), 'utf8')).toBe(route)
    }
    expect((await postForm(toolbox, '/files/upload-v2?path=x', [[partHead('other', 'x'), 'x']])).status).toBe(400)
    expect((await postForm(toolbox, '/files/upload-v2?path=/', [[partHead('file', 'x'), 'x']])).status).toBe(400)
  })

  test('A download names each part as it was asked for', async () => {
    await writeFile(inside('ü "q"'), 'text')
    const { headers, text } = await postJson(toolbox, '/files/bulk-download', { paths: ['ü "q"', 'nope'] })
    expect(headers['content-type']).toBe('multipart/form-data; boundary=DAYTONA-FILE-BOUNDARY')
    const [first = '', second = ''] = text.split('--DAYTONA-FILE-BOUNDARY').slice(1)
    expect(first).toContain(String.raw`name="file"; filename="_ \"q\""; filename*=utf-8''%C3%BC%20%22q%22`)
    expect(first).toContain('Content-Length: 4\r\n\r\ntext')
    expect(second).toContain(`name="error"; filename="nope"; filename*=utf-8''nope`)
    expect(text.endsWith('\r\n--DAYTONA-FILE-BOUNDARY--\r\n')).toBe(true)
  })
})

test('A single download can be a part of the file', async () => {
  await writeFile(inside('digits'), '0123456789')
  const ask = (range: string) => send(toolbox, { path: '/files/download?path=digits', headers: { Range: range } })
  expect(await ask('bytes=2-4')).toMatchObject({ status: 206, text: '234' })
  expect(await ask('bytes=-3')).toMatchObject({ status: 206, text: '789' })
  expect((await ask('bytes=20-')).status).toBe(416)
  const whole = await send(toolbox, { path: '/files/download?path=digits' })
  expect(whole).toMatchObject({ status: 200, text: '0123456789' })
  expect(whole.headers['content-disposition']).toContain('attachment; filename="digits"')
})

test('Variables are set and removed for programs that start afterwards', async () => {
  const change = (body: unknown) => postJson(toolbox, '/env', body)
  const run = async (): Promise<string> => {
    const command = 'echo "$ONE|$TWO|$THREE|$HOME|$DAYTONA_SANDBOX_ID"'
    const { json } = await postJson(toolbox, '/process/execute', { command })
    return (json as { result: string }).result.trim()
  }
  expect((await change({ set: { ONE: '1', TWO: 'secret-2', THREE: 'secret-3' } })).status).toBe(200)
  expect(await run()).toBe(`1|secret-2|secret-3|${toolbox.home}|test-sandbox`)
  expect((await change({ unset: ['ONE'], unsetValuePrefix: 'secret-', set: { THREE: 'secret-new' } })).status).toBe(200)
  expect(await run()).toBe(`||secret-new|${toolbox.home}|test-sandbox`)
  expect((await change({ set: { 'A=B': 'x' } })).status).toBe(400)
  expect((await change({ set: { A: 1 } })).status).toBe(400)
  expect((await change({ set: { A: 'a\0' } })).status).toBe(400)
})

test('A signed address is good for its file, its method and its time', () => {
  const sign = (method: string, file: string, expires: number, key = 'key'): URLSearchParams => {
    const digest = createHmac('sha256', key).update(`v1:files:${method}:${file}:${expires}`).digest('base64url')
    return new URLSearchParams({ path: file, expires: String(expires), signature: `v1_${digest}` })
  }
  const check = (method: string, route: string, query: URLSearchParams): boolean =>
    isSigned({ method, route, query }, 'key', 1_000_000)
  const good = sign('GET', '/a ü', 1000)
  expect(check('GET', '/files/download', good)).toBe(true)
  expect(check('GET', '/files/download', sign('GET', '/a', 0))).toBe(true)
  expect(check('GET', '/files/download', sign('GET', '/a', 999))).toBe(false)
  expect(check('GET', '/files/download', sign('GET', '/a', 1000, 'other'))).toBe(false)
  expect(check('GET', '/files/info', good)).toBe(false)
  expect(check('POST', '/files/upload-v2', good)).toBe(false)
  expect(check('POST', '/files/upload-v2', sign('POST', '/a', 1000))).toBe(true)
  good.set('path', '/b')
  expect(check('GET', '/files/download', good)).toBe(false)
  expect(check('GET', '/files/download', new URLSearchParams({ path: '/a' }))).toBe(false)
})
