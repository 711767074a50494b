import { Daytona as OldDaytona } from 'daytona-sdk-0.143'
import { describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.js'
import { openSocket, refusedStatus } from './support/open-socket.js'
import { sendWire } from './support/send-wire.js'
import { startTestToolboxHere } from './support/start-toolbox.js'
import { useSandbox } from './support/use-sandbox.js'
import { useSession } from './support/use-session.js'

const use = useSandbox()
const session = useSession(use)
const [out, err] = ['\x01\x01\x01', '\x02\x02\x02']

function logsUrl(id: string, cmdId: string): string {
  return `${use().toolbox.url}/process/session/${id}/command/${cmdId}/logs?follow=true`
}

async function follow(id: string, cmdId: string): Promise<{ stdout: string; stderr: string }> {
  const heard = { stdout: '', stderr: '' }
  await use().sandbox.process.getSessionCommandLogs(
    id,
    cmdId,
    (text) => void (heard.stdout += text),
    (text) => void (heard.stderr += text),
  )
  return heard
}

describe('the log of a command', () => {
  it('is replayed from its beginning, then live, and ends with the command', async () => {
    const { id, begin } = await session()
    const { process: sdk } = use().sandbox
    const cmdId = await begin('echo early; read x; echo "late $x"; echo bad >&2; (exit 6)')
    await eventually(async () => expect((await sdk.getSessionCommandLogs(id, cmdId)).stdout).toBe('early\n'))
    const followed = follow(id, cmdId)
    await sdk.sendSessionCommandInput(id, cmdId, 'hello')
    expect(await followed).toEqual({ stdout: 'early\nhello\nlate hello\n', stderr: 'bad\n' })
    expect((await sdk.getSessionCommand(id, cmdId)).exitCode).toBe(6)
    expect(await follow(id, cmdId)).toEqual(await followed)
  })

  it('comes complete and apart to the client, ten thousand short lines of each output [BR-056]', async () => {
    const { id, begin } = await session()
    const cmdId = await begin('for i in $(seq 1 10000); do echo "o$i"; echo "e$i" >&2; done')
    const { stdout, stderr } = await follow(id, cmdId)
    const lines = (letter: string): string =>
      Array.from({ length: 10_000 }, (_value, index) => `${letter}${index + 1}\n`).join('')
    expect(stdout).toBe(lines('o'))
    expect(stderr).toBe(lines('e'))
  })

  it('comes complete to the client, one line of two megabytes', async () => {
    const { id, begin } = await session()
    const cmdId = await begin('head -c 2500000 /dev/zero | tr "\\0" x; echo; echo after')
    const { stdout } = await follow(id, cmdId)
    expect(stdout.length).toBe(2_500_000 + '\nafter\n'.length)
    expect(stdout.endsWith('xxx\nafter\n')).toBe(true)
  })

  it('is sent in frames that the client can take apart', async () => {
    const { id, begin } = await session()
    const cmdId = await begin('seq 1 20000; head -c 30000 /dev/zero | tr "\\0" "\\1"; echo; seq 1 100 >&2')
    const { messages, closed } = await openSocket(logsUrl(id, cmdId))
    expect(await closed).toEqual({ code: 1000, reason: '' })
    const frames = messages.map((message) => Buffer.from(message))
    expect(messages.every((message) => Buffer.isBuffer(message))).toBe(true)
    expect(Math.max(...frames.map(({ length }) => length))).toBeLessThanOrEqual(4096)
    const lines = frames.filter((frame) => frame.at(-1) === 0x0a)
    expect(
      lines.every((frame) => frame.subarray(0, 3).equals(Buffer.from(out)) || frame[0] === 2 || frame[0] === 1),
    ).toBe(true)
    const text = Buffer.concat(frames).toString('latin1')
    expect(text.startsWith(`${out}1\n${out}2\n`)).toBe(true)
    expect(text.endsWith(`${err}99\n${err}100\n`) || text.includes(`${err}99\n${err}100\n`)).toBe(true)
  })

  it('keeps characters whole for the client, wherever frames end', async () => {
    const { id, begin } = await session()
    const cmdId = await begin('for i in $(seq 1 3000); do printf "é😀%s" "$i"; done; echo')
    const expected = Array.from({ length: 3000 }, (_value, index) => `é😀${index + 1}`).join('')
    expect((await follow(id, cmdId)).stdout).toBe(`${expected}\n`)
  })

  it('ends normally for those who follow it when the session is deleted', async () => {
    const { id, begin } = await session()
    const cmdId = await begin('echo first; sleep 60')
    const { messages, closed } = await openSocket(logsUrl(id, cmdId))
    await eventually(() => expect(messages).toHaveLength(1))
    await use().sandbox.process.deleteSession(id)
    expect((await closed).code).toBe(1000)
    expect(messages.join('')).toBe(`${out}first\n`)
  })

  it('never ends where the shell has ended', async () => {
    const { id, begin } = await session()
    const cmdId = await begin('echo first; exit 3')
    const { socket, messages } = await openSocket(logsUrl(id, cmdId))
    await eventually(() => expect(messages).toHaveLength(1))
    const { result } = await use().sandbox.process.executeCommand('sleep 1; echo waited')
    expect(result).toBe('waited\n')
    expect(socket.readyState).toBe(socket.OPEN)
  })

  it('is not there where the command is not', async () => {
    const { id } = await session()
    expect(await refusedStatus(logsUrl(id, 'nobody'))).toBe(404)
    expect(await refusedStatus(logsUrl('nobody', 'nobody'))).toBe(404)
    const failed = use().sandbox.process.getSessionCommandLogs(
      id,
      'nobody',
      () => undefined,
      () => undefined,
    )
    await expect(failed).rejects.toMatchObject({ message: 'Unexpected server response: 404' })
  })

  it('is the log as it is for clients of before 0.167', async () => {
    const { id, run } = await session()
    const { cmdId } = await run('echo a; (sleep 0.1; echo b >&2)')
    const plain = async (version: string): Promise<string> =>
      (await sendWire('GET', logsUrl(id, cmdId), undefined, { 'X-Daytona-SDK-Version': version })).text
    expect(await plain('0.143.0')).toBe(`${out}a\n${err}b\n`)
    expect(JSON.parse(await plain('0.167.0'))).toEqual({ output: `${out}a\n${err}b\n`, stdout: 'a\n', stderr: 'b\n' })
    expect(JSON.parse(await plain('1.0.0'))).toMatchObject({ stdout: 'a\n' })
  })
})

describe('the image’s own program', () => {
  it('has a session that is not listed', async () => {
    const toolbox = await startTestToolboxHere({
      entrypoint: ['sh', '-c', 'echo "$0"; echo bad >&2; exit 4', "it's up"],
    })
    const url = `${toolbox.url}/process/session`
    await eventually(async () => {
      expect((await sendWire('GET', `${url}/entrypoint`)).body).toEqual({
        sessionId: 'entrypoint',
        commands: [{ id: 'entrypoint_command', command: expect.stringContaining('it'), exitCode: 4 }],
      })
    })
    const logs = await sendWire('GET', `${url}/entrypoint/logs`)
    expect(logs.body).toMatchObject({ stdout: "it's up\n", stderr: 'bad\n' })
    const { messages, closed } = await openSocket(`${url}/entrypoint/logs?follow=true`)
    expect((await closed).code).toBe(1000)
    expect(messages.join('')).toContain(`${out}it's up\n`)
    expect((await sendWire('GET', url)).body).toEqual([])
    expect((await sendWire('DELETE', `${url}/entrypoint`)).status).toBe(404)
  })

  it('has none where there is no such program', async () => {
    const { url } = use().toolbox
    expect((await sendWire('GET', `${url}/process/session/entrypoint`)).status).toBe(404)
    expect((await sendWire('GET', `${url}/process/session/entrypoint/logs`)).status).toBe(404)
    expect(await refusedStatus(`${url}/process/session/entrypoint/logs`)).toBe(404)
  })
})

describe('the client 0.143', () => {
  it('runs commands, sessions and terminals', async () => {
    const old = new OldDaytona({ apiKey: 'k', apiUrl: `${use().url}/api`, target: 'us' })
    const sandbox = await old.get('sandbox-of-the-test')
    const answer = await sandbox.process.executeCommand('echo "$A"; pwd', '/usr', { A: 'b' })
    expect(answer).toMatchObject({ exitCode: 0, result: 'b\n/usr\n' })
    expect((await sandbox.process.codeRun('print(1 + 1)')).result).toBe('2\n')
    await sandbox.process.createSession('old')
    const ran = await sandbox.process.executeSessionCommand('old', { command: 'echo o; echo e >&2' })
    expect(ran).toMatchObject({ stdout: 'o\n', stderr: 'e\n', exitCode: 0 })
    const cmdId = ran.cmdId ?? ''
    expect(await sandbox.process.getSessionCommandLogs('old', cmdId)).toMatchObject({ stdout: 'o\n', stderr: 'e\n' })
    let heard = ''
    await sandbox.process.getSessionCommandLogs(
      'old',
      cmdId,
      (text) => void (heard += text),
      () => undefined,
    )
    expect(heard).toBe('o\n')
    await sandbox.process.deleteSession('old')
    let shown = ''
    const onData = (data: Uint8Array): void => void (shown += new TextDecoder().decode(data))
    const terminal = await sandbox.process.createPty({ id: 'old-terminal', onData })
    await terminal.sendInput('echo "<$((6 * 7))>"; exit 3\n')
    expect((await terminal.wait()).exitCode).toBe(3)
    expect(shown).toContain('<42>')
  })
})
