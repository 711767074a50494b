import { Sandbox } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { E2BProcessManager } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('processes of an E2B sandbox', () => {
  it('[E13] stream, take input and end with a code', async () => {
    const sandbox = target.make()
    expect(sandbox.processes).toBeInstanceOf(E2BProcessManager)
    let heard = ''
    const handle = await sandbox.processes.spawn('read line; echo "got $line"; exit 7', {
      onStdout: (data) => void (heard += data),
    })
    await handle.sendStdin('it\n')
    expect(await handle.wait()).toMatchObject({ exitCode: 7, stdout: 'got it\n' })
    expect(heard).toBe('got it\n')
  })

  it('[C10] are listed as they were written, without what we add', async () => {
    const sandbox = target.make({ env: { HIDDEN: '1' } })
    const command = `sleep 30; echo "it's \${HIDDEN:-gone}" # é`
    const handle = await sandbox.processes.spawn(command, { env: { HIDDEN: undefined } })
    const other = target.make({ sandboxId: sandbox.sandboxId })
    const listed = await other.processes.list()
    expect(listed).toEqual([{ pid: handle.pid, command, running: true }])
    await handle.kill()
  })

  it('[E14] of another client are joined with what they have printed', async () => {
    const first = target.make({ id: 'box' })
    const handle = await first.processes.spawn('echo before; read line; echo after')
    await expect.poll(() => handle.stdout).toBe('before\n')
    const second = target.make({ id: 'box' })
    const joined = await second.processes.get(handle.pid)
    await expect.poll(() => joined?.stdout).toBe('before\n')
    expect(joined?.command).toBe('echo before; read line; echo after')
    await joined?.sendStdin('go\n')
    expect(await joined?.wait()).toMatchObject({ exitCode: 0, stdout: 'before\nafter\n' })
    expect(await handle.wait()).toMatchObject({ exitCode: 0, stdout: 'before\nafter\n' })
  })

  it('[E14] that the SDK started are joined as well, and killed with their children', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const foreign = await sandbox.e2b.commands.run('sleep 60 & sleep 60 & wait', { background: true, timeoutMs: 0 })
    foreign.wait().catch(() => undefined)
    const joined = await sandbox.processes.get(String(foreign.pid))
    expect(joined?.pid).toBe(String(foreign.pid))
    expect(await sandbox.processes.kill(String(foreign.pid))).toBe(true)
    const left = await sandbox.executeCommand('pgrep -c -x sleep')
    expect(left.stdout).toBe('0\n')
    expect(await sandbox.processes.get('999999')).toBeUndefined()
    expect(await sandbox.processes.get('not-a-pid')).toBeUndefined()
  })

  it('[C06] survive a stop and are found again after the start, with all that they printed', async () => {
    const sandbox = target.make()
    const handle = await sandbox.processes.spawn('echo one; sleep 1; echo two; read line; echo three')
    await expect.poll(() => handle.stdout).toContain('one')
    const waiting = handle.wait().catch((error: unknown) => error)
    await sandbox.stop()
    expect(await waiting).toMatchObject({ code: 'INVALID_STATE' })
    await sandbox.start()
    const again = await sandbox.processes.get(handle.pid)
    await expect.poll(() => again?.stdout).toBe('one\ntwo\n')
    await again?.sendStdin('go\n')
    expect(await again?.wait()).toMatchObject({ exitCode: 0, stdout: 'one\ntwo\nthree\n' })
  })

  it('end as killed when the sandbox is destroyed', async () => {
    const sandbox = target.make()
    const handle = await sandbox.processes.spawn('sleep 60')
    const waiting = handle.wait()
    await sandbox.destroy()
    expect(await waiting).toMatchObject({ exitCode: 137, killed: true })
  })

  it('a working directory that is not there is a typed error before anything runs', async () => {
    const sandbox = target.make()
    await expect(sandbox.executeCommand('touch /tmp/ran', [], { cwd: '/no/such/place' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
    expect((await sandbox.executeCommand('ls /tmp/ran')).success).toBe(false)
  })

  it('have no time-out of the vendor: the request for a command carries none', async () => {
    const sandbox = target.make()
    await sandbox.executeCommand('true')
    const starts = target.emulator.journal.entries({ route: 'POST /process.Process/Start' })
    expect(starts).toHaveLength(1)
    expect(Object.keys(starts[0]?.headers ?? {})).not.toContain('connect-timeout-ms')
    expect(await Sandbox.list({ ...target.connection }).nextItems()).toHaveLength(1)
  })
})
