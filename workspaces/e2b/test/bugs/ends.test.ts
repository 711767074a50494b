import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessHandle } from '@caisson/core'
import type { E2BSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { printed, processStream, started } from './connect-stream.js'

const target = useEmulated()
let sandbox: E2BSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterEach(() => {
  target.emulator.faults.clear()
})
afterAll(() => sandbox.destroy())

const start = 'POST /process.Process/Start'
const connect = 'POST /process.Process/Connect'
let pid = 4242

/** Joins a process of another library, of which the daemon says this. */
async function join(...events: readonly unknown[]): Promise<ProcessHandle> {
  pid += 1
  target.emulator.faults.next(connect, processStream(started(pid), printed('out\n'), ...events))
  const process = await sandbox.processes.get(String(pid))
  if (!process) throw new TypeError('the process was not found')
  return process
}

describe('an end event', () => {
  it('[BR-052] with an exit code and a text is that exit code', async () => {
    const process = await join({ end: { exitCode: 2, exited: true, status: 'exit status 2', error: 'exit status 2' } })
    expect(await process.wait()).toMatchObject({ exitCode: 2, success: false, stdout: 'out\n' })
  })

  it('[BR-053] without the exit code is zero when the process exited, as the wire leaves zeros out', async () => {
    const process = await join({ end: { exited: true, status: 'exit status 0' } })
    expect(await process.wait()).toMatchObject({ exitCode: 0, success: true, stdout: 'out\n' })
  })

  it('[BR-053] with the exit code zero is zero', async () => {
    const process = await join({ end: { exitCode: 0, exited: true, status: 'exit status 0' } })
    expect(await process.wait()).toMatchObject({ exitCode: 0, success: true })
  })

  it('[BR-052] of a signal is that signal', async () => {
    const process = await join({ end: { exitCode: -1, status: 'signal: killed', error: 'signal: killed' } })
    expect(await process.wait()).toMatchObject({ exitCode: 137, signal: 'SIGKILL', success: false })
  })
})

describe('a stream that ends without an exit event is an error that keeps what came, never a code', () => {
  it('[BR-016] in order', async () => {
    const process = await join()
    await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', partialOutput: { stdout: 'out\n' } })
    expect(process.exitCode).toBeUndefined()
  })

  it('[BR-016] cut', async () => {
    target.emulator.faults.next(connect, { cutAfterFirstEvent: true })
    const foreign = await sandbox.e2b.commands.run('sleep 30', { background: true, timeoutMs: 0 })
    const process = await sandbox.processes.get(String(foreign.pid))
    await expect(process?.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(process?.exitCode).toBeUndefined()
    await foreign.kill()
  })

  it('[BR-016] for a command that never began', async () => {
    target.emulator.faults.next(start, processStream(started(pid), printed('noise\n')))
    await expect(sandbox.executeCommand('echo run')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

it('[BR-034] a transport that stalls ends with the time-out of the command', async () => {
  target.emulator.faults.next(start, { stall: true })
  const command = sandbox.executeCommand('echo run', [], { timeout: 300 })
  await expect(command).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
})
