import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../daytona/toolbox-process/support/eventually.js'
import { isRunning } from '../daytona/toolbox-process/support/is-running.js'
import { sendWire, type WireAnswer } from '../daytona/toolbox-process/support/send-wire.js'
import { exec } from './support/exec-client.js'
import { startTestAgent, type TestAgent } from './support/start-agent.js'

let agent: TestAgent

beforeAll(async () => {
  agent = await startTestAgent({ instanceToken: 'token-test', env: { A: 'sandbox' } })
})

afterAll(() => agent.stop())

const authorized = { Authorization: 'Bearer token-test' }

interface Line {
  readonly type: string
  readonly data?: string
}

async function instanceExec(body: unknown): Promise<{ lines: Line[]; out: string; err: string }> {
  const { status, text } = await sendWire('POST', `${agent.url}/instance/exec`, body, authorized)
  expect(status).toBe(200)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const of = (name: string): string => lines.flatMap(({ type, data }) => (type === name ? [data] : [])).join('')
  return { lines, out: of('stdout'), err: of('stderr') }
}

function legacyExec(body: unknown): Promise<WireAnswer> {
  return sendWire('POST', `${agent.url}/legacy-exec`, body)
}

describe('The side-car', () => {
  it('asks for its token', async () => {
    for (const headers of [{}, { Authorization: 'Bearer another' }, { Authorization: 'Basic x' }]) {
      for (const [method, name] of [
        ['GET', 'health'],
        ['POST', 'exec'],
      ] as const) {
        const body = method === 'POST' ? { command: 'id' } : undefined
        const { status, body: answer } = await sendWire(method, `${agent.url}/instance/${name}`, body, headers)
        expect(status).toBe(401)
        expect(answer).toMatchObject({ error: { type: 'authentication_error' } })
      }
    }
    expect((await sendWire('GET', `${agent.url}/instance/health`, undefined, authorized)).status).toBe(200)
  })

  it('runs a command and tells what it does by lines', async () => {
    const body = { command: 'echo "$A $B"; pwd; echo err >&2; exit 3', cwd: '/usr', env: { B: 'own' } }
    const { lines, out, err } = await instanceExec(body)
    expect([out, err]).toEqual(['sandbox own\n/usr\n', 'err\n'])
    expect(lines.at(-1)).toEqual({ type: 'exit', code: 3 })
  })

  it('does not cut characters apart', async () => {
    const text = 'grüße €🙂'.repeat(50_000)
    await writeFile(path.join(agent.home, 'text'), text)
    const { out } = await instanceExec({ command: 'cat text' })
    expect(out).toBe(text)
  })

  it('kills the group of a command whose time is over', async () => {
    const { lines, out } = await instanceExec({ command: 'sleep 6220 & echo $!; wait', timeoutMs: 300 })
    expect(lines.at(-1)).toEqual({ type: 'exit', code: 124, timedOut: true })
    await eventually(() => expect(isRunning(Number(out))).toBe(false))
  })

  it('says which signal has ended a command, and why one did not start', async () => {
    expect((await instanceExec({ command: 'kill -KILL $$' })).lines.at(-1)).toEqual({
      type: 'exit',
      code: -1,
      reason: 'signal: SIGKILL',
    })
    const { lines, err } = await instanceExec({ command: 'id', cwd: '/none' })
    expect(err).toContain('No such file')
    expect(lines.at(-1)).toEqual({ type: 'exit', code: 1 })
  })

  it('does not end a command whose client has gone away', async () => {
    const headers = { ...authorized, 'Content-Type': 'application/json' }
    const sent = request(`${agent.url}/instance/exec`, { method: 'POST', headers })
    sent.on('error', () => undefined)
    const begun = new Promise((resolve) => sent.on('response', (answer) => answer.once('data', resolve)))
    sent.end(JSON.stringify({ command: 'echo a; sleep 0.2; head -c 3000000 /dev/zero; touch went-on' }))
    await begun
    sent.destroy()
    await eventually(() => readFile(path.join(agent.home, 'went-on')))
  })

  it.each([
    ['{', 'not JSON'],
    ['[]', 'no JSON object'],
    [{}, 'command'],
    [{ command: 1 }, 'command'],
    [{ command: 'id', timeoutMs: -1 }, 'timeoutMs'],
    [{ command: 'id', env: [] }, 'env'],
  ])('refuses %j', async (body, why) => {
    const { status, body: answer } = await sendWire('POST', `${agent.url}/instance/exec`, body, authorized)
    expect(status).toBe(400)
    expect(answer).toMatchObject({ error: { type: 'invalid_request_error', message: expect.stringContaining(why) } })
  })
})

describe('The older request for one command', () => {
  it('answers with all of it', async () => {
    const { body } = await legacyExec({ command: 'echo out; echo err >&2; exit 7', timeoutSec: 10, cwd: '/', env: {} })
    expect(body).toEqual({ exitCode: 7, stdout: 'out\n', stderr: 'err\n' })
    expect((await legacyExec({ command: 'kill -TERM $$' })).body).toMatchObject({ exitCode: 143 })
  })

  it('says what is missing and that the time is over', async () => {
    const { body } = await legacyExec({ command: 'head -c 2000000 /dev/zero | tr "\\0" x; sleep 6221', timeoutSec: 1 })
    const { stdout, ...rest } = body as { stdout: string }
    expect(rest).toEqual({ exitCode: null, stderr: '', truncated: true, timedOut: true })
    expect(stdout).toBe('x'.repeat(1024 * 1024))
  })
})

describe('The list of what runs', () => {
  const list = async (): Promise<unknown> => (await sendWire('GET', `${agent.url}/processes`)).body

  it('has the commands', async () => {
    await eventually(async () => expect(await list()).toEqual({ running: false, commands: 0, processes: 0 }))
    const client = await exec(agent.url, 'echo ready; sleep 6222')
    await client.printed(/ready/)
    expect(await list()).toMatchObject({ running: true, commands: 1 })
    await client.signal('KILL').finish()
    expect(await list()).toMatchObject({ running: false })
  })
})

describe('Another request', () => {
  it('is one that names itself', async () => {
    const { status, body } = await sendWire('POST', `${agent.url}/nothing`, {})
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { message: expect.stringContaining('POST /nothing') } })
    expect((await sendWire('PUT', `${agent.url}/hosts`, { hosts: { 'a b': '1.2.3.4' } })).status).toBe(400)
    expect((await sendWire('PUT', `${agent.url}/hosts`, { hosts: { a: '127.64.0.1' } })).body).toEqual({
      written: false,
    })
  })

  it('gets a random body of bytes back as a failure', async () => {
    expect((await legacyExec(randomBytes(100).toString('latin1'))).status).toBe(400)
  })
})
