import {
  DaytonaConflictError,
  DaytonaConnectionError,
  DaytonaNotFoundError,
  DaytonaValidationError,
} from '@daytonaio/sdk'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.js'
import { isRunning } from './support/is-running.js'
import { sendWire } from './support/send-wire.js'
import { isRoot, rootOnly, startTestToolbox, startTestToolboxHere, testUser } from './support/start-toolbox.js'
import { useSession } from './support/use-session.js'
import { useSandbox } from './support/use-sandbox.js'

const use = useSandbox({ env: { FROM_CREATION: 'a b' } })
const session = useSession(use)

describe('a session', () => {
  it('runs its commands in one shell: directory, variables, functions and options stay', async () => {
    const { run } = await session()
    expect(await run('cd /usr; A=1; export B="x y"; f() { echo "f:$1"; }; set -u; (exit 3)')).toMatchObject({
      exitCode: 3,
    })
    const { stdout } = await run('echo $PWD $A "$(printenv B)" $-; f 2')
    expect(stdout).toMatch(/^\/usr 1 x y \S*u\S*\nf:2\n$/)
  })

  it('keeps the two outputs apart, and shows their markers in the third', async () => {
    const { run } = await session()
    const answer = await run('echo o1; echo e1 >&2; { echo o2 >&5; } 5>&1; echo e2 >&2')
    expect(answer).toMatchObject({ stdout: 'o1\no2\n', stderr: 'e1\ne2\n', exitCode: 0 })
    for (const line of ['\x01\x01\x01o1\n', '\x01\x01\x01o2\n', '\x02\x02\x02e1\n', '\x02\x02\x02e2\n']) {
      expect(answer.output).toContain(line)
    }
  })

  it.each([
    ['a comment at its end', 'echo a # b', { stdout: 'a\n', exitCode: 0 }],
    ['a here-document', 'cat <<X\na $FROM_CREATION\nX', { stdout: 'a a b\n', exitCode: 0 }],
    ['a line end in it', 'false\necho b', { stdout: 'b\n', exitCode: 0 }],
    ['a return', 'return 7', { stdout: '', exitCode: 7 }],
    ['a program that is not there', 'no-such-program', { stdout: '', exitCode: 127 }],
    ['a child that is killed', 'sh -c "kill -9 \\$\\$"', { exitCode: 137 }],
    ['a subshell that exits', '(exit 5)', { exitCode: 5 }],
    ['outputs by name', 'echo a >/dev/stdout; echo b >/dev/stderr', { stdout: 'a\n', stderr: 'b\n' }],
  ])('takes a command with %s', async (_name, command, expected) => {
    const { run } = await session()
    expect(await run(command)).toMatchObject(expected)
  })

  it('tells unbalanced quotes as an error of the shell, and goes on', async () => {
    const { run } = await session()
    const { exitCode, stderr } = await run(`echo 'a`)
    expect(exitCode).toBeGreaterThan(0)
    expect(stderr).not.toBe('')
    expect((await run('echo on')).stdout).toBe('on\n')
  })

  it('runs one command after the other, also when the first is not waited for', async () => {
    const { run, begin, id } = await session()
    await begin('sleep 1; F=done')
    const second = await begin('echo second:$F')
    const view = await use().sandbox.process.getSessionCommand(id, second)
    expect(view).toEqual({ id: second, command: 'echo second:$F' })
    expect((await run('echo third:$F')).stdout).toBe('third:done\n')
    expect((await use().sandbox.process.getSessionCommandLogs(id, second)).stdout).toBe('second:done\n')
  })

  it('keeps the order of commands that are sent at once', async () => {
    const { begin, run } = await session()
    await Promise.all(Array.from({ length: 20 }, (_value, index) => begin(`echo ${index} >> order`)))
    const { stdout } = await run('wc -l < order; rm order')
    expect(stdout).toBe('20\n')
  })

  it('ends a command with the last program that holds its output', async () => {
    const { run } = await session()
    expect((await run('(sleep 0.7; echo late) & echo early')).stdout).toBe('early\nlate\n')
  })

  it('is listed with its commands', async () => {
    const { id, run, begin } = await session()
    await run('(exit 4)')
    const running = await begin('read x')
    const { commands, sessionId } = await use().sandbox.process.getSession(id)
    expect(sessionId).toBe(id)
    expect(commands).toEqual([
      { id: expect.any(String), command: '(exit 4)', exitCode: 4 },
      { id: running, command: 'read x' },
    ])
    expect(await use().sandbox.process.listSessions()).toContainEqual({ sessionId: id, commands })
  })

  it.skipIf(!isRoot)(`is the sandbox's user's (${rootOnly})`, async () => {
    const { run } = await session()
    const { stdout } = await run('id -u; id -ru; id -G; touch mine; stat -c %u mine; rm mine')
    expect(stdout).toBe(`${testUser.uid}\n`.repeat(4))
  })

  it('answers 404, 409 and 400 for what cannot be', async () => {
    const { process: sdk } = use().sandbox
    const { id } = await session()
    await expect(sdk.createSession(id)).rejects.toBeInstanceOf(DaytonaConflictError)
    await expect(sdk.createSession(id)).rejects.toThrow('conflict: session already exists')
    await expect(sdk.createSession('entrypoint')).rejects.toBeInstanceOf(DaytonaValidationError)
    await expect(sdk.getSession('nobody')).rejects.toThrow('not found: session not found')
    await expect(sdk.deleteSession('nobody')).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sdk.executeSessionCommand('nobody', { command: 'x' })).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sdk.getSessionCommand(id, 'nobody')).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sdk.getSessionCommandLogs(id, 'nobody')).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sdk.sendSessionCommandInput(id, 'nobody', 'x')).rejects.toBeInstanceOf(DaytonaNotFoundError)
  })

  it.each([
    ['POST', '', '{'],
    ['POST', '', {}],
    ['POST', '', { sessionId: 7 }],
    ['POST', '/SESSION/exec', {}],
    ['POST', '/SESSION/exec', { command: '' }],
    ['POST', '/SESSION/exec', { command: ['x'] }],
    ['POST', '/SESSION/exec', { command: 'x', runAsync: 'yes' }],
    ['POST', '/SESSION/exec', 'null'],
  ])('refuses a malformed request: %s %s %j', async (method, rest, body) => {
    const { id } = await session()
    const url = `${use().toolbox.url}/process/session${rest.replace('SESSION', id)}`
    expect(await sendWire(method, url, body)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST_BODY' } })
  })
})

describe('what the vendor does to outputs of sessions', () => {
  it('adds the line end that is missing', async () => {
    const { run } = await session()
    expect(await run('printf a; printf b >&2')).toMatchObject({ stdout: 'a\n', stderr: 'b\n' })
  })

  it('loses zero bytes', async () => {
    const { run } = await session()
    expect((await run(String.raw`printf 'a\0b\0\nc\0'`)).stdout).toBe('ab\nc\n')
  })

  it('shows a line when it ends, and not before', async () => {
    const { id, begin } = await session()
    const logs = async (): Promise<string> =>
      (await use().sandbox.process.getSessionCommandLogs(id, cmdId)).stdout ?? ''
    const cmdId = await begin('echo whole; printf half; read x; echo end')
    await eventually(async () => expect(await logs()).toBe('whole\n'))
    await use().sandbox.process.sendSessionCommandInput(id, cmdId, 'go')
    await eventually(async () => expect(await logs()).toContain('halfend\n'))
  })
})

describe('the end of a shell', () => {
  it.each([
    ['exit 3', 'an exit'],
    ['set -e; false; echo no', 'a failure that is to end it'],
    ['exec true', 'a program that takes its place'],
  ])('is never told: %s', async (command) => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const hanging = sdk.executeSessionCommand(id, { command }, 1)
    await expect(hanging).rejects.toBeInstanceOf(DaytonaConnectionError)
    await expect(sdk.executeSessionCommand(id, { command: 'echo x' }, 1)).rejects.toBeInstanceOf(DaytonaConnectionError)
    const later = await begin('echo later')
    const { commands } = await sdk.getSession(id)
    expect(commands?.map(({ exitCode }) => exitCode)).toEqual([undefined, undefined, undefined])
    expect((await sdk.getSessionCommandLogs(id, later)).stdout).toBe('')
    await expect(sdk.sendSessionCommandInput(id, later, 'x')).rejects.toMatchObject({
      statusCode: 410,
      code: 'SESSION_ENDED',
    })
    await sdk.deleteSession(id)
  })
})

describe('the deletion of a session', () => {
  it('takes logs and exit codes with it', async () => {
    const { id, run } = await session()
    const { cmdId } = await run('echo x')
    const { process: sdk } = use().sandbox
    await sdk.deleteSession(id)
    await expect(sdk.getSession(id)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sdk.getSessionCommand(id, cmdId)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(sdk.getSessionCommandLogs(id, cmdId)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    expect((await sendWire('DELETE', `${use().toolbox.url}/process/session/${id}`)).status).toBe(404)
  })

  it('may be asked for twice at once', async () => {
    const { id, begin } = await session()
    await begin('sleep 60')
    const url = `${use().toolbox.url}/process/session/${id}`
    const answers = await Promise.all([sendWire('DELETE', url), sendWire('DELETE', url)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await sendWire('GET', url)).status).toBe(404)
  })

  it('ends a command that is waited for with a 400', async () => {
    const { id, run } = await session()
    const { process: sdk } = use().sandbox
    const waiting = Promise.allSettled([run('sleep 60'), run('echo x')])
    await eventually(async () => expect((await sdk.getSession(id)).commands).toHaveLength(2))
    await sdk.deleteSession(id)
    const refused = {
      status: 'rejected',
      reason: expect.objectContaining({ statusCode: 400, message: 'bad request: session cancelled' }),
    }
    expect(await waiting).toEqual([refused, refused])
  })

  it('ends the whole tree', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const cmdId = await begin('sleep 6301 & echo $!; setsid sleep 6302 & echo $!; wait')
    const pids = await eventually(async () => {
      const found = ((await sdk.getSessionCommandLogs(id, cmdId)).stdout ?? '').trim().split('\n').map(Number)
      expect(found).toHaveLength(2)
      return found
    })
    expect(pids.map(isRunning)).toEqual([true, true])
    await sdk.deleteSession(id)
    expect(pids.map(isRunning)).toEqual([false, false])
  })

  it('leaves no file', async () => {
    const toolbox = await startTestToolboxHere()
    const sessions = `${toolbox.url}/process/session`
    await sendWire('POST', sessions, { sessionId: 's' })
    await sendWire('POST', `${sessions}/s/exec`, { command: 'echo x' })
    const directory = path.join(toolbox.home, '.daytona/sessions')
    expect(readdirSync(directory)).toHaveLength(1)
    await sendWire('DELETE', `${sessions}/s`)
    expect(readdirSync(directory)).toEqual([])
  })
})

describe('the daemon', () => {
  it('leaves no trace where no session was made', async () => {
    const toolbox = await startTestToolboxHere()
    const answer = await sendWire('POST', `${toolbox.url}/process/execute`, { command: 'ls -A; echo end' })
    expect(answer.body).toEqual({ exitCode: 0, result: 'end\n' })
    expect(readdirSync(toolbox.home)).toEqual([])
  })

  it('ends sessions and what they have started with itself, and leaves no file', async () => {
    const toolbox = await startTestToolbox()
    const sessions = `${toolbox.url}/process/session`
    await sendWire('POST', sessions, { sessionId: 's' })
    const started = await sendWire('POST', `${sessions}/s/exec`, {
      command: 'trap "" TERM; sleep 6400 >/dev/null 2>&1 & echo $!',
    })
    const pid = Number((started.body as { stdout: string }).stdout)
    expect(isRunning(pid)).toBe(true)
    await toolbox.stop()
    await eventually(() => expect(isRunning(pid)).toBe(false))
    expect(existsSync(toolbox.home)).toBe(false)
  })
})
