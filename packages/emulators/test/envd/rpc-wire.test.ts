import { readFile } from 'node:fs/promises'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Filesystem } from '../../src/e2b/envd/protocol/filesystem.js'
import { FileType } from '../../src/e2b/envd/protocol/filesystem-messages.js'
import type { StreamInputRequestSchema } from '../../src/e2b/envd/protocol/process.js'
import { Process } from '../../src/e2b/envd/protocol/process.js'
import { Signal } from '../../src/e2b/envd/protocol/process-messages.js'
import { startTestEnvd } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'
import { call, envelope, openStream, send, stream } from './support/wire.js'

let envd: TestEnvd

beforeAll(async () => {
  envd = await startTestEnvd()
})

afterAll(() => envd?.stop())

const start = 'process.Process/Start'
const shell = (script: string, more: Record<string, unknown> = {}) => ({
  process: { cmd: '/bin/sh', args: ['-c', script] },
  stdin: false,
  ...more,
})

test('A stream has its start first, then output, then its end', async () => {
  const { status, messages, end } = await stream(envd, start, shell('printf out'))
  expect(status).toBe(200)
  expect(messages).toEqual([
    { event: { start: { pid: expect.any(Number) } } },
    { event: { data: { stdout: Buffer.from('out').toString('base64') } } },
    { event: { end: { exited: true, status: 'exit status 0' } } },
  ])
  expect(end).toEqual({})
})

test('The ways to end are told apart', async () => {
  const endOf = async (script: string) => (await stream(envd, start, shell(script))).messages.at(-1)
  expect(await endOf('exit 3')).toEqual({
    event: { end: { exitCode: 3, exited: true, status: 'exit status 3', error: 'exit status 3' } },
  })
  for (const [signal, text] of [
    ['KILL', 'killed'],
    ['TERM', 'terminated'],
    ['INT', 'interrupt'],
    ['SEGV', 'segmentation fault'],
  ]) {
    const status = `signal: ${text}`
    expect(await endOf(`kill -${signal} $$`)).toEqual({ event: { end: { exitCode: -1, status, error: status } } })
  }
})

test('A missing command ends with 127 and says why', async () => {
  const { messages } = await stream(envd, start, { process: { cmd: 'no-such-command' } })
  expect(JSON.stringify(messages)).toContain('"exitCode":127')
})

test('Failures of a stream are told in the frame at its end', async () => {
  const failure = async (message: unknown, headers = {}) => {
    const answer = await stream(envd, start, message, headers)
    return { status: answer.status, messages: answer.messages, ...(answer.end as { error: object }).error }
  }
  const basic = `Basic ${Buffer.from('ghost:').toString('base64')}`
  const told = { status: 200, messages: [] }
  expect(await failure(shell('true'), { Authorization: basic })).toMatchObject({
    ...told,
    code: 'unauthenticated',
    message: "invalid username: 'ghost'",
  })
  expect(await failure({})).toMatchObject({ ...told, code: 'invalid_argument' })
  expect(await failure({ process: { cmd: 'true', cwd: '/nope' } })).toMatchObject({
    ...told,
    code: 'invalid_argument',
    message: "cwd '/nope' does not exist",
  })
  expect(await failure({ process: { cmd: 'true', cwd: '~bob' } })).toMatchObject({ ...told, code: 'invalid_argument' })
  expect(await failure({ process: { cmd: 'true', args: ['a\0b'] } })).toMatchObject({
    ...told,
    code: 'invalid_argument',
  })
  expect(await failure(shell('true', { process: { cmd: 'x', envs: { 'A\0': 'b' } } }))).toMatchObject({
    ...told,
    code: 'invalid_argument',
  })
  expect(await failure({ process: { cmd: 'true', args: ['x'.repeat(300_000)] } })).toMatchObject({
    ...told,
    code: 'invalid_argument',
  })
})

test('A deadline ends the stream and the process', async () => {
  const startedMs = Date.now()
  const { messages, end } = await stream(envd, start, shell('echo $$; sleep 30'), { 'Connect-Timeout-Ms': '300' })
  expect(Date.now() - startedMs).toBeLessThan(5000)
  expect(end).toMatchObject({ error: { code: 'deadline_exceeded' } })
  expect(messages).toHaveLength(2)
  await expect.poll(async () => (await call(envd, 'process.Process/List', {})).json).toEqual({})
})

test('A deadline far away does not end anything', async () => {
  const { messages } = await stream(envd, start, shell('sleep 0.2'), { 'Connect-Timeout-Ms': '9999999999' })
  expect(messages.at(-1)).toEqual({ event: { end: { exited: true, status: 'exit status 0' } } })
})

test('A silent stream is kept alive', async () => {
  const { messages } = await stream(envd, start, shell('sleep 2.3'), { 'Keepalive-Ping-Interval': '1' })
  expect(messages.filter((message) => JSON.stringify(message) === '{"event":{"keepalive":{}}}')).toHaveLength(2)
})

test('A process has a tag, can be found by it, and ends with TERM', async () => {
  const running = stream(envd, start, shell('sleep 30', { tag: 'mine' }))
  const process = { tag: 'mine' }
  await expect.poll(async () => (await call(envd, 'process.Process/List', {})).text).toContain('"tag":"mine"')
  expect(await call(envd, 'process.Process/SendSignal', { process, signal: 'SIGNAL_UNSPECIFIED' })).toMatchObject({
    status: 501,
    json: { code: 'unimplemented' },
  })
  expect((await call(envd, 'process.Process/SendSignal', { process, signal: 15 })).json).toEqual({})
  expect((await running).messages.at(-1)).toMatchObject({ event: { end: { status: 'signal: terminated' } } })
  expect(await call(envd, 'process.Process/SendSignal', { process, signal: 9 })).toMatchObject({
    status: 404,
    json: { code: 'not_found', message: 'process with tag mine not found' },
  })
})

test('A size for a process without a terminal is refused', async () => {
  const running = stream(envd, start, shell('sleep 30', { tag: 'plain' }))
  await expect.poll(async () => (await call(envd, 'process.Process/List', {})).text).toContain('"tag":"plain"')
  const process = { tag: 'plain' }
  for (const [method, message] of [
    ['Update', { process, pty: { size: { cols: 1, rows: 1 } } }],
    ['SendInput', { process, input: { pty: 'eA==' } }],
    ['SendInput', { process, input: { stdin: 'eA==' } }],
  ] as const) {
    expect(await call(envd, `process.Process/${method}`, message)).toMatchObject({
      status: 500,
      json: { code: 'internal' },
    })
  }
  await call(envd, 'process.Process/SendSignal', { process, signal: 9 })
  await running
})

test('Several followers get the same output', async () => {
  const script = 'read go; head -c 4000000 /dev/zero; echo end'
  const running = stream(envd, start, shell(script, { tag: 'much', stdin: true }))
  await expect.poll(async () => (await call(envd, 'process.Process/List', {})).text).toContain('"tag":"much"')
  const follower = await openStream(envd, 'process.Process/Connect', { process: { tag: 'much' } })
  const input = { stdin: Buffer.from('go\n').toString('base64') }
  await call(envd, 'process.Process/SendInput', { process: { tag: 'much' }, input })
  const sizes = (await Promise.all([running, follower.finish()])).map(({ messages }) =>
    messages
      .map((message) => (message as { event: { data?: { stdout: string } } }).event.data?.stdout ?? '')
      .reduce((size, text) => size + Buffer.from(text, 'base64').length, 0),
  )
  expect(sizes).toEqual([4_000_004, 4_000_004])
})

const readMemory = async (): Promise<number> => {
  const status = await readFile(`/proc/${envd.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

test.skipIf(process.platform !== 'linux')(
  'A follower that does not read holds the process, and costs little memory (needs /proc)',
  async () => {
    const before = await readMemory()
    const follower = await openStream(envd, start, shell('exec yes', { tag: 'endless' }))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect((await readMemory()) - before).toBeLessThan(60 * 1024 * 1024)
    follower.leave()
    expect((await call(envd, 'process.Process/List', {})).text).toContain('"tag":"endless"')
    await call(envd, 'process.Process/SendSignal', { process: { tag: 'endless' }, signal: 'SIGNAL_SIGKILL' })
    await expect.poll(async () => (await call(envd, 'process.Process/List', {})).json).toEqual({})
  },
)

function client(format: 'binary' | 'json') {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://envd',
    useBinaryFormat: format === 'binary',
    nodeOptions: { socketPath: envd.socketPath, headers: { 'X-Access-Token': envd.accessToken } },
    interceptors: [
      (next) => (request) => {
        request.header.set('X-Access-Token', envd.accessToken)
        return next(request)
      },
    ],
  })
  return { process: createClient(Process, transport), files: createClient(Filesystem, transport) }
}

async function* inputFor(pid: number): AsyncGenerator<MessageInitShape<typeof StreamInputRequestSchema>> {
  yield { event: { case: 'start', value: { process: { selector: { case: 'pid', value: pid } } } } }
  yield { event: { case: 'keepalive', value: {} } }
  for (const text of ['a', 'b']) {
    yield { event: { case: 'data', value: { input: { input: { case: 'stdin', value: Buffer.from(text) } } } } }
  }
}

for (const format of ['binary', 'json'] as const) {
  test(`A client of the descriptors works in ${format}: streams of input, files, numbers`, async () => {
    const { process, files } = client(format)
    const output: Buffer[] = []
    let end: unknown
    for await (const { event } of process.start({ process: { cmd: 'cat' }, stdin: true, tag: format })) {
      const told = event?.event
      if (told?.case === 'start') {
        const selector = { selector: { case: 'pid' as const, value: told.value.pid } }
        await process.streamInput(inputFor(told.value.pid))
        await process.closeStdin({ process: selector })
      }
      if (told?.case === 'data' && told.value.output.case === 'stdout')
        output.push(Buffer.from(told.value.output.value))
      if (told?.case === 'end') end = told.value
    }
    expect(Buffer.concat(output).toString()).toBe('ab')
    expect(end).toMatchObject({ exitCode: 0, exited: true, status: 'exit status 0' })
    const { entry } = await files.makeDir({ path: `made-${format}` })
    expect(entry).toMatchObject({ type: FileType.DIRECTORY, mode: 0o755, name: `made-${format}` })
    await expect(files.makeDir({ path: `made-${format}` })).rejects.toMatchObject({
      rawMessage: expect.stringContaining('already exists'),
    })
    expect((await files.listDir({ path: '', depth: 0 })).entries.map(({ name }) => name)).toContain(`made-${format}`)
    await expect(
      process.sendSignal({ process: { selector: { case: 'pid', value: 1 } }, signal: Signal.SIGKILL }),
    ).rejects.toThrow('not_found')
    await files.remove({ path: `made-${format}` })
  })
}

test('JSON in the forms that other writers use is understood', async () => {
  expect((await call(envd, 'filesystem.Filesystem/ListDir', { path: '/', depth: '1', unknown_field: 1 })).status).toBe(
    200,
  )
  const stat = await call(envd, 'filesystem.Filesystem/Stat', { path: '/proc/self/fd' })
  expect(stat.json).toMatchObject({
    entry: { type: 'FILE_TYPE_DIRECTORY', modifiedTime: expect.stringMatching(/^\d{4}-.*Z$/) },
  })
  const sized = await call(envd, 'filesystem.Filesystem/Stat', { path: '/etc/passwd' })
  expect(sized.json).toMatchObject({ entry: { size: expect.stringMatching(/^\d+$/), owner: 'root', group: 'root' } })
  const { messages } = await stream(envd, start, envelope('{"process":{"cmd":"true"},"stdin":null}'))
  expect(messages).toHaveLength(2)
  expect((await send(envd, { path: '/process.Process/Start' })).status).toBe(405)
})
