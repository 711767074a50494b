import { DaytonaSandbox } from '@caisson/daytona'
import { startDaytonaEmulator } from '@caisson/emulators'
import type { ProcessHandle } from '@mastra/core/workspace'
import * as mastra from '@mastra/daytona'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useEmulator } from './support/use-emulator.js'

// Mastra's package speaks an older version of the vendor's protocol than we do: 0.143, not 0.218.
const emulator = useEmulator(startDaytonaEmulator)
const connection = (): { apiKey: string; apiUrl: string; target: string } => ({
  apiKey: 'dtn_test',
  apiUrl: emulator().apiUrl,
  target: emulator().env.DAYTONA_TARGET,
})

function makeTheirs(id: string): mastra.DaytonaSandbox {
  const sandbox = new mastra.DaytonaSandbox({ ...connection(), id, timeout: 30_000 })
  onTestFinished(async () => sandbox._destroy())
  return sandbox
}

function makeOurs(id: string): DaytonaSandbox {
  const sandbox = new DaytonaSandbox({ ...connection(), id })
  onTestFinished(async () => sandbox.destroy())
  return sandbox
}

async function spawn(sandbox: mastra.DaytonaSandbox, command: string, timeout?: number): Promise<ProcessHandle> {
  const handle = await sandbox.processes?.spawn(command, timeout === undefined ? {} : { timeout })
  if (!handle) throw new Error('The sandbox has no processes')
  return handle
}

describe('the DaytonaSandbox of Mastra, at our emulator', () => {
  test('runs commands with both streams, an environment and a directory', async () => {
    const sandbox = makeTheirs('commands')
    await sandbox._start()
    expect(sandbox.getInstructions()).toContain('/home/daytona')
    const heard: string[] = []
    const result = await sandbox.executeCommand('echo "$A in $PWD"; echo err >&2; exit 3', [], {
      env: { A: 'b c' },
      cwd: '/tmp',
      onStdout: (text) => void heard.push(text),
    })
    expect(result).toMatchObject({ success: false, exitCode: 3, stdout: 'b c in /tmp\n', stderr: 'err\n' })
    expect(heard.join('')).toBe('b c in /tmp\n')
    expect(await sandbox.executeCommand('printf', ['%s', 'two words'])).toMatchObject({ success: true })
  })

  test('sends input to a process', async () => {
    const sandbox = makeTheirs('input')
    await sandbox._start()
    const handle = await spawn(sandbox, 'read line; echo "got $line"')
    await handle.sendStdin('hello\n')
    const { exitCode, stdout } = await handle.wait()
    expect(exitCode).toBe(0)
    expect(stdout).toContain('got hello\n')
  })

  test('kills a process, and ends one that takes too long', async () => {
    const sandbox = makeTheirs('ends')
    await sandbox._start()
    const sleeping = async (): Promise<string> =>
      (await sandbox.executeCommand('ps ax -o args | grep -c "^[s]leep 601" || true')).stdout.trim()
    const handle = await spawn(sandbox, 'echo up; sleep 601')
    await expect.poll(() => handle.stdout).toBe('up\n')
    await expect.poll(sleeping).toBe('1')
    expect(await handle.kill()).toBe(true)
    expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
    const late = await spawn(sandbox, 'echo up; sleep 601', 1_500)
    expect(await late.wait()).toMatchObject({ exitCode: 124, timedOut: true })
    expect(await sleeping()).toBe('0')
  })

  test('stops, starts and is destroyed', async () => {
    const sandbox = makeTheirs('life')
    await sandbox._start()
    await sandbox.executeCommand('echo kept > note')
    await sandbox._stop()
    expect(sandbox.status).toBe('stopped')
    await sandbox._start()
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept\n')
    await sandbox._destroy()
    expect(sandbox.status).toBe('destroyed')
    expect(emulator().journal.unrouted()).toEqual([])
  })
})

describe('one id for the DaytonaSandbox of Mastra and ours', () => {
  test('is one machine, which Mastra made and ours finds with its files', async () => {
    const [theirs, ours] = [makeTheirs('shared-1'), makeOurs('shared-1')]
    await theirs._start()
    await theirs.executeCommand('echo "from theirs" > note')
    expect(await ours.start()).toMatchObject({ outcome: 'connected' })
    expect(ours.sandboxId).toBe(theirs.daytona.id)
    expect((await ours.executeCommand('cat note')).stdout).toBe('from theirs\n')
    await ours.executeCommand('echo "from ours" > note')
    expect((await theirs.executeCommand('cat note')).stdout).toBe('from ours\n')
  })

  test('is one machine, which ours made and Mastra finds with its files', async () => {
    const [theirs, ours] = [makeTheirs('shared-2'), makeOurs('shared-2')]
    await ours.start()
    await ours.filesystem?.writeFile('dir/note', 'from ours\n')
    await theirs._start()
    expect(theirs.daytona.id).toBe(ours.sandboxId)
    expect((await theirs.executeCommand('cat dir/note')).stdout).toBe('from ours\n')
    await theirs._destroy()
    expect(await makeOurs('shared-2').start()).toMatchObject({ outcome: 'created' })
  })

  test('is found again when the other one stopped it', async () => {
    const [theirs, ours] = [makeTheirs('shared-3'), makeOurs('shared-3')]
    await theirs._start()
    const { id } = theirs.daytona
    await theirs.executeCommand('echo kept > note')
    await theirs._stop()
    expect(await ours.start()).toMatchObject({ outcome: 'connected' })
    expect(ours.sandboxId).toBe(id)
    expect((await ours.executeCommand('cat note')).stdout).toBe('kept\n')
    await ours.stop()
    await theirs._start()
    expect(theirs.daytona.id).toBe(id)
    expect((await theirs.executeCommand('cat note')).stdout).toBe('kept\n')
  })

  test('keeps running what the other one runs', async () => {
    const [theirs, ours] = [makeTheirs('shared-4'), makeOurs('shared-4')]
    await theirs._start()
    const handle = await spawn(theirs, 'until [ -e go ]; do sleep 0.1; done; echo done')
    await ours.start()
    await ours.executeCommand('touch go')
    expect(await handle.wait()).toMatchObject({ exitCode: 0, stdout: 'done\n' })
  })
})
