import type { Sandbox } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { isPrivate } from '../../e2b/backing.js'
import { useEmulator } from '../start.js'
import { eventually } from './support/eventually.js'
import { sendWire } from './support/send-wire.js'

const context = useEmulator()

async function runOnce(sandbox: Sandbox, command: string): Promise<string> {
  const { result, exitCode } = await sandbox.process.executeCommand(command)
  expect(exitCode).toBe(0)
  return result
}

describe.skipIf(!isPrivate)('a machine of its own (needs namespaces)', () => {
  it('runs programs as its user, who may become root', async () => {
    const sandbox = await context.create({ envVars: { MINE: 'a b' } })
    expect(await runOnce(sandbox, 'id -un; pwd; echo $HOME $USER "$MINE" $DAYTONA_SANDBOX_ID')).toBe(
      `daytona\n/home/daytona\n/home/daytona daytona a b ${sandbox.id}\n`,
    )
    await sandbox.process.createSession('s')
    const ran = await sandbox.process.executeSessionCommand('s', { command: 'id -un; echo "$MINE"; sudo -n id -un' })
    expect(ran).toMatchObject({ stdout: 'daytona\na b\nroot\n', exitCode: 0 })
    expect((await sandbox.codeInterpreter.runCode('import getpass; print(getpass.getuser())')).stdout).toBe('daytona\n')
  })

  it('ends programs of root with their session and with their time', async () => {
    const sandbox = await context.create()
    await sandbox.process.createSession('s')
    await sandbox.process.executeSessionCommand('s', { command: 'sudo sleep 6100', runAsync: true })
    const count = (): Promise<string> => runOnce(sandbox, 'ps -eo args | grep -c "^sleep 6[1]" || true')
    await eventually(async () => expect(await count()).toBe('1\n'))
    await sandbox.process.deleteSession('s')
    expect(await count()).toBe('0\n')
    await expect(sandbox.process.executeCommand('sudo sleep 6101', undefined, {}, 1)).rejects.toMatchObject({
      statusCode: 408,
    })
    await eventually(async () => expect(await count()).toBe('0\n'))
  })

  it.each([
    ['python', 'print(6 * 7)'],
    ['javascript', 'console.log(6 * 7)'],
    ['typescript', 'const n: number = 6 * 7; console.log(n)'],
  ])('runs code in %s', async (language, code) => {
    const sandbox = await context.create({ language })
    expect(await sandbox.process.codeRun(code)).toMatchObject({ exitCode: 0, result: '42\n' })
  })

  it('has terminals', async () => {
    const sandbox = await context.create()
    let text = ''
    const onData = (data: Uint8Array): void => void (text += new TextDecoder().decode(data))
    const terminal = await sandbox.process.createPty({ id: 't', onData, envs: { A: 'b' } })
    await terminal.sendInput('echo "<$(id -un) $A $PWD $(stat -c %U $(tty))>"; exit 3\n')
    expect(await terminal.wait()).toEqual({ exitCode: 3, error: 'non-zero exit' })
    expect(text).toContain('<daytona b /home/daytona daytona>')
  })

  it('streams logs through the gateway', async () => {
    const sandbox = await context.create()
    await sandbox.process.createSession('s')
    const command =
      'for i in $(seq 1 5000); do echo "o$i"; done; read x; echo "<$x>" >&2; exit_code() { return 6; }; exit_code'
    const { cmdId } = await sandbox.process.executeSessionCommand('s', {
      command,
      runAsync: true,
      suppressInputEcho: true,
    })
    const heard = { stdout: '', stderr: '' }
    const followed = sandbox.process.getSessionCommandLogs(
      's',
      cmdId,
      (chunk) => void (heard.stdout += chunk),
      (chunk) => void (heard.stderr += chunk),
    )
    await sandbox.process.sendSessionCommandInput('s', cmdId, 'in')
    await followed
    expect(heard.stdout).toBe(Array.from({ length: 5000 }, (_value, index) => `o${index + 1}\n`).join(''))
    expect(heard.stderr).toBe('<in>\n')
    expect((await sandbox.process.getSessionCommand('s', cmdId)).exitCode).toBe(6)
  })

  it('keeps its files over a stop, and none of its sessions', async () => {
    const sandbox = await context.create()
    await sandbox.process.createSession('s')
    await sandbox.process.executeSessionCommand('s', { command: 'echo kept > file' })
    await sandbox.stop()
    await sandbox.start()
    expect(await sandbox.process.listSessions()).toEqual([])
    expect(await runOnce(sandbox, 'cat file')).toBe('kept\n')
    await sandbox.process.createSession('s')
    const ran = await sandbox.process.executeSessionCommand('s', { command: 'ls .daytona/sessions | wc -l' })
    expect(ran.stdout).toBe('1\n')
  })

  it('tells where its shell has ended also through the gateway', async () => {
    const sandbox = await context.create()
    await sandbox.process.createSession('s')
    const url = `${context.emulator.url}/toolbox/${sandbox.id}/process/session/s`
    const headers = { Authorization: `Bearer ${context.emulator.env.DAYTONA_API_KEY}` }
    const { body } = await sendWire('POST', `${url}/exec`, { command: 'exit 1', runAsync: true }, headers)
    const { cmdId } = body as { cmdId: string }
    await eventually(async () => {
      const input = await sendWire('POST', `${url}/command/${cmdId}/input`, { data: 'x' }, headers)
      expect(input).toMatchObject({ status: 410, body: { code: 'SESSION_ENDED' } })
    })
  })
})
