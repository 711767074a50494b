import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../daytona/toolbox-process/support/eventually.js'
import { isRunning } from '../daytona/toolbox-process/support/is-running.js'
import { exec, openExec } from './support/exec-client.js'
import { agentUser, startTestAgent, startTestAgentHere, type TestAgent } from './support/start-agent.js'

let agent: TestAgent

beforeAll(async () => {
  agent = await startTestAgent({ env: { OF_SANDBOX: 'a', BOTH: 'sandbox' } })
})

afterAll(() => agent.stop())

async function printed(command: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const client = await exec(agent.url, command, options)
  expect(await client.finish()).toEqual({ exit_code: 0 })
  return client.stdout.toString()
}

/** A process of a test, which must not stay. */
function endAfterwards(pid: number): void {
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
}

describe('A command of the exec socket', () => {
  it('announces its session, prints on both streams and ends with its exit code', async () => {
    const client = await exec(agent.url, 'echo out; echo err >&2; exit 3')
    expect(await client.finish()).toEqual({ exit_code: 3 })
    expect(client.stdout.toString()).toBe('out\n')
    expect(client.stderr.toString()).toBe('err\n')
    expect(client.texts.map(({ type }) => type)).toEqual(['durable_session', 'exit'])
    expect(client.socket.protocol).toBe('railway-shell')
  })

  it('runs as the user, in its directory, with the variables of the sandbox and its own', async () => {
    const env = { OWN: 'x y', BOTH: 'command' }
    expect(await printed('id -u; pwd; echo "$OF_SANDBOX $BOTH $OWN $HOME $USER $0"', { env })).toBe(
      `${agentUser.uid}\n${agent.home}\na command x y ${agent.home} sandbox bash\n`,
    )
  })

  it('starts in the directory that was asked for, absolute or below its own', async () => {
    expect(await printed('pwd', { cwd: '/usr/lib' })).toBe('/usr/lib\n')
    expect(await printed('mkdir -p a/b; cd a; pwd')).toBe(`${agent.home}/a\n`)
    expect(await printed('pwd', { cwd: 'a/b' })).toBe(`${agent.home}/a/b\n`)
  })

  it.each([
    ['/there/is/none', 'No such file or directory'],
    ['/etc/passwd', 'Not a directory'],
  ])('fails as a shell does in %s', async (cwd, why) => {
    const client = await exec(agent.url, 'echo started', { cwd })
    expect(await client.finish()).toEqual({ exit_code: 1 })
    expect(client.stdout.toString()).toBe('')
    expect(client.stderr.toString()).toBe(`bash: line 1: cd: ${cwd}: ${why}\n`)
  })

  it('that is too long for the system does not run, and says so', async () => {
    const client = await exec(agent.url, `echo ${'x'.repeat(200_000)}`)
    expect(await client.finish()).toEqual({ exit_code: 126 })
    expect(client.stderr.toString()).toBe('/bin/bash: Argument list too long\n')
    expect(await printed(`printf %s ${'x'.repeat(100_000)} | wc -c`)).toBe('100000\n')
  })

  it('that is missing, or is none, ends as in a shell', async () => {
    const client = await exec(agent.url, 'there-is-no-such-program')
    expect(await client.finish()).toEqual({ exit_code: 127 })
    expect(client.stderr.toString()).toContain('there-is-no-such-program: command not found')
  })

  it('can open its streams by name', async () => {
    const client = await exec(agent.url, 'echo out > /dev/stdout; echo err > /dev/stderr')
    expect(await client.finish()).toEqual({ exit_code: 0 })
    expect([client.stdout.toString(), client.stderr.toString()]).toEqual(['out\n', 'err\n'])
  })
})

describe('Output of the exec socket', () => {
  it('is exact for ten megabytes on each stream, in frames that are not large', async () => {
    const bytes = randomBytes(10 * 1024 * 1024)
    await writeFile(path.join(agent.home, 'random'), bytes)
    const client = await exec(agent.url, 'cat random & cat random >&2; wait')
    expect(await client.finish()).toEqual({ exit_code: 0 })
    expect(client.stdout.equals(bytes)).toBe(true)
    expect(client.stderr.equals(bytes)).toBe(true)
    expect(client.largestFrame).toBeLessThanOrEqual(32 * 1024 + 1)
  })

  it('is complete though it was printed right before the end', async () => {
    const out = await Promise.all(Array.from({ length: 20 }, () => printed('head -c 65000 /dev/zero')))
    expect(out.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 65_000))
  })

  it('does not end the command later for what it has left behind', async () => {
    const client = await exec(agent.url, 'sleep 6200 & echo $!')
    expect(await client.finish()).toEqual({ exit_code: 0 })
    const pid = Number(client.stdout)
    endAfterwards(pid)
    expect(isRunning(pid)).toBe(true)
  })

  it('makes the command wait for a client that does not read', async () => {
    const client = await exec(agent.url, 'for i in $(seq 300); do head -c 100000 /dev/zero; echo $i > progress; done')
    client.socket.pause()
    const progress = (): Promise<string> => printed('cat progress || echo 0')
    let last = ''
    await eventually(async () => {
      const before = last
      last = await progress()
      expect(last).toBe(before)
    })
    expect(Number(last)).toBeLessThan(200)
    client.socket.resume()
    expect(await client.finish()).toEqual({ exit_code: 0 })
    expect(client.stdout.length).toBe(30_000_000)
  })
})

describe('Input of the exec socket', () => {
  it('is exact, and ends', async () => {
    const client = await openExec(agent.url)
    const bytes = randomBytes(10 * 1024 * 1024)
    client.send('init_exec', { command: 'sha256sum' })
    for (let at = 0; at < bytes.length; at += 100_000) client.input(bytes.subarray(at, at + 100_000))
    client.send('stdin_close')
    expect(await client.finish()).toEqual({ exit_code: 0 })
    expect(client.stdout.toString()).toBe(`${createHash('sha256').update(bytes).digest('hex')}  -\n`)
  })

  it('comes while the command runs', async () => {
    const client = await openExec(agent.url)
    client.send('init_exec', { command: 'while read line; do echo "<$line>"; done' })
    client.input('a\n')
    await client.printed(/<a>/)
    client.input('b\n').send('stdin_close')
    await client.finish()
    expect(client.stdout.toString()).toBe('<a>\n<b>\n')
  })

  it('need not be read', async () => {
    const client = await openExec(agent.url)
    client.send('init_exec', { command: 'exec 0<&-; echo ready; sleep 0.1; exit 4' })
    await client.printed(/ready/)
    client.input(Buffer.alloc(1_000_000)).send('stdin_close')
    expect(await client.finish()).toEqual({ exit_code: 4 })
  })

  it('is none where the socket does not offer it', async () => {
    const { url } = await startTestAgentHere({ features: [] })
    const client = await openExec(url)
    client.send('init_exec', { command: 'cat; echo end' }).input('ignored')
    expect(await client.finish()).toEqual({ exit_code: 0 })
    expect(client.stdout.toString()).toBe('end\n')
  })
})

describe('A signal of the exec socket', () => {
  it.each(['TERM', 'SIGINT', 'KILL', 'SEGV'])('%s ends the command, which says so', async (signal) => {
    const client = await exec(agent.url, 'echo ready; sleep 6201; echo not reached')
    await client.printed(/ready/)
    const reason = `signal: SIG${signal.replace('SIG', '')}`
    expect(await client.signal(signal).finish()).toEqual({ exit_code: -1, reason })
  })

  it('goes to the whole process group', async () => {
    const client = await exec(agent.url, 'sleep 6202 & sleep 6203 & echo "$!:"; wait')
    const [, pid] = await client.printed(/(\d+):/)
    await client.signal('TERM').finish()
    await eventually(() => expect(isRunning(Number(pid))).toBe(false))
  })

  it('can be answered by the command', async () => {
    const client = await exec(agent.url, `trap 'echo got it; exit 5' USR1; echo ready; while :; do sleep 0.01; done`)
    await client.printed(/ready/)
    expect(await client.signal('USR1').finish()).toEqual({ exit_code: 5 })
    expect(client.stdout.toString()).toBe('ready\ngot it\n')
  })

  it('reaches what the command has left behind in its group, after its end', async () => {
    const client = await exec(agent.url, `(trap '' TERM; exec sleep 6204) & echo "$!:"; exec sleep 6205`)
    const [, pid] = await client.printed(/(\d+):/)
    endAfterwards(Number(pid))
    // The shell in brackets may not have come to ignore it yet.
    await eventually(async () => expect(await printed(`tr '\\0' ' ' < /proc/${pid}/cmdline`)).toContain('sleep'))
    client.signal('TERM')
    await client.when(() => client.end !== undefined)
    expect(isRunning(Number(pid))).toBe(true)
    client.signal('KILL')
    await eventually(() => expect(isRunning(Number(pid))).toBe(false))
  })
})

describe('A frame that has no meaning', () => {
  it.each([
    ['text that is not JSON', '{', 'not JSON'],
    ['an unknown type', '{"type":"resize"}', 'resize'],
    ['a signal before a command', '{"type":"signal","data":{"signal":"TERM"}}', 'must be init_exec'],
    ['no command', '{"type":"init_exec","data":{}}', 'command'],
    ['no object', '[]', 'unknown type'],
    ['a directory that is a number', '{"type":"init_exec","data":{"command":"id","cwd":1}}', 'cwd'],
    ['a variable that is a number', '{"type":"init_exec","data":{"command":"id","env":{"A":1}}}', 'env.A'],
    ['a zero byte', String.raw`{"type":"init_exec","data":{"command":"a\u0000b"}}`, 'zero byte'],
    [
      'a wrong session',
      '{"type":"init_exec","data":{"command":"id","durable_session_name":"../x"}}',
      'durable_session',
    ],
    ['bytes of another stream', Buffer.from([7, 1]), 'begins with 7'],
  ])('closes the socket: %s', async (_name, frame, why) => {
    const client = await openExec(agent.url)
    client.socket.send(frame)
    const { code, reason } = await client.closed
    expect(code).toBe(1008)
    expect(reason).toContain(why)
    expect(client.texts).toEqual([])
  })

  it.each([
    ['a second command', { type: 'init_exec', data: { command: 'echo no' } }],
    ['a signal that there is not', { type: 'signal', data: { signal: 'NONE' } }],
  ])('does not end the command: %s', async (_name, frame) => {
    const client = await exec(agent.url, 'sleep 0.2; echo went on')
    client.socket.send(JSON.stringify(frame))
    expect((await client.closed).code).toBe(1008)
    const data = { command: 'echo placeholder', durable_session_name: client.sessionName }
    const second = (await openExec(agent.url)).send('init_exec', data)
    await second.finish()
    expect(second.stdout.toString()).toBe('went on\n')
  })
})
