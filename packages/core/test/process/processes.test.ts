import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SandboxAbortError, SandboxTimeoutError } from '../../src/errors/index.js'
import type { FakeProcess } from '../support/fake-process.js'
import { until, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

/** Starts a command and returns the fake process behind it as soon as it exists. */
async function launched(sandbox: FakeSandbox): Promise<FakeProcess> {
  await until(() => sandbox.cloud.processes.length > 0)
  return sandbox.cloud.processes.at(-1) as FakeProcess
}

describe('the end of a process', () => {
  it.each([
    ['[BR-052] an exit code', { exitCode: 2 }, { exitCode: 2, success: false }],
    ['[BR-053] exit code zero', { exitCode: 0 }, { exitCode: 0, success: true }],
    ['[BR-036] its own exit 124', { exitCode: 124 }, { exitCode: 124, success: false }],
    ['a signal', { signal: 'SIGSEGV' }, { exitCode: 139, signal: 'SIGSEGV', success: false }],
    [
      '[BR-052] a signal that was not ours',
      { signal: 'SIGKILL' },
      { exitCode: 137, signal: 'SIGKILL', success: false },
    ],
  ])('%s is reported as it is', async (_name, exit, expected) => {
    const sandbox = new FakeSandbox()
    const command = sandbox.executeCommand('x')
    ;(await launched(sandbox)).exit(exit)
    const result = await command
    expect(result).toMatchObject(expected)
    expect(result.timedOut).toBeUndefined()
    expect(result.killed).toBeUndefined()
  })

  it('[BR-016] [BR-054] without code or signal is an error that keeps the output, never a made-up code', async () => {
    const sandbox = new FakeSandbox()
    const command = sandbox.executeCommand('x').catch((error: unknown) => error)
    const process = await launched(sandbox)
    process.print('two\nframes\n')
    process.exit({})
    const error = await command
    expect(error).toMatchObject({
      code: 'UNKNOWN',
      retry: 'ambiguous',
      partialOutput: { stdout: 'two\nframes\n', stderr: '' },
    })
  })

  it('[BR-016] is an error when the stream was cut', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    process.print('part')
    process.lose(new VendorError({ code: 'UNAVAILABLE' }, 'closed with 1006'))
    await expect(handle.wait()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retry: 'ambiguous',
      partialOutput: { stdout: 'part' },
    })
    expect(handle.exitCode).toBeUndefined()
    await expect(handle.sendStdin('x')).rejects.toMatchObject({ code: 'INVALID_STATE' })
    expect(await handle.kill()).toBe(false)
  })

  it('has its input closed by the next try when closing it failed', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('cat')
    const process = await launched(sandbox)
    const { closeStdin } = process
    process.closeStdin = () => Promise.reject(new VendorError({ code: 'UNAVAILABLE' }))
    await expect(handle.closeStdin?.()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    process.closeStdin = closeStdin
    await handle.sendStdin('more')
    await handle.closeStdin?.()
    expect(process.stdinClosed).toBe(true)
    await expect(handle.sendStdin('x')).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })
})

describe('time-out and abort', () => {
  it('[BR-034] end the call when the provider accepts the request and never answers', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.after = (operation) => (operation === 'spawn' ? sleep(300) : undefined)
    const error = await sandbox.executeCommand('x', [], { timeout: 50 }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(SandboxTimeoutError)
    expect(error).toMatchObject({ operation: 'spawn', retry: 'ambiguous' })
    // The process that appears too late is not left running.
    await until(() => sandbox.cloud.processes[0]?.kills.length === 1)
    expect(sandbox.cloud.processes[0]?.kills).toEqual(['SIGKILL'])
  })

  it('cover the cold start, where they reject because nothing ran', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.before = (operation) => (operation === 'find' ? sleep(200) : undefined)
    await expect(sandbox.executeCommand('x', [], { timeout: 30 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      operation: 'start',
      retry: 'safe',
    })
    const abort = new AbortController()
    const command = sandbox.executeCommand('x', [], { abortSignal: abort.signal })
    setTimeout(() => abort.abort('stop it'), 20)
    await expect(command).rejects.toMatchObject({ code: 'ABORTED', cause: 'stop it', retry: 'safe' })
    expect(sandbox.cloud.processes).toHaveLength(0)
  })

  it('[BR-042] a signal that is aborted already starts nothing', async () => {
    const sandbox = new FakeSandbox()
    const options = { abortSignal: AbortSignal.abort('no') }
    await expect(sandbox.executeCommand('x', [], options)).rejects.toBeInstanceOf(SandboxAbortError)
    await expect(sandbox.processes.spawn('x', options)).rejects.toBeInstanceOf(SandboxAbortError)
    expect(sandbox.cloud.journal).toEqual([])
  })

  it('send TERM, then KILL to what does not obey', async () => {
    const sandbox = new FakeSandbox({ killGraceMs: 20 })
    const command = sandbox.executeCommand('x', [], { timeout: 30 })
    const process = await launched(sandbox)
    process.onKill = (signal) => {
      if (signal === 'SIGKILL') process.exit({ signal })
      return true
    }
    expect(await command).toMatchObject({ exitCode: 124, timedOut: true, success: false })
    expect(process.kills).toEqual(['SIGTERM', 'SIGKILL'])
  })

  it('do not claim an exit that was the program’s own', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    process.onKill = () => {
      process.exit({ exitCode: 7 })
      return false
    }
    expect(await handle.kill()).toBe(false)
    expect(await handle.wait()).toMatchObject({ exitCode: 7 })
    expect((await handle.wait()).killed).toBeUndefined()
  })

  it('count as killed what only the second signal found', async () => {
    const sandbox = new FakeSandbox({ killGraceMs: 20 })
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    process.onKill = (signal) => {
      if (signal === 'SIGKILL') process.exit({ signal })
      return signal === 'SIGKILL'
    }
    expect(await handle.kill()).toBe(true)
    expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
  })

  it('a kill that the provider does not answer for fails, and says so to everyone', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    process.onKill = () => {
      throw new VendorError({ code: 'UNAVAILABLE' }, 'no route')
    }
    await expect(handle.kill()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(handle.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('[BR-041] leave no listener on the signal', async () => {
    const sandbox = new FakeSandbox()
    const { signal } = new AbortController()
    let listeners = 0
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...args)
    }
    for (let count = 0; count < 20; count += 1) {
      const command = sandbox.executeCommand('x', [], { abortSignal: signal })
      await until(() => sandbox.cloud.processes.length > count)
      sandbox.cloud.processes.at(-1)?.exit({ exitCode: 0 })
      await command
    }
    await sleep(0)
    expect(listeners).toBeLessThanOrEqual(0)
  })
})

describe('output', () => {
  it('reaches no listener before the handle is in the caller’s hands', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    const seen: string[] = []
    sandbox.cloud.after = (operation) => {
      if (operation !== 'spawn') return
      const process = sandbox.cloud.processes.at(-1)
      process?.print('early ')
      process?.exit({ exitCode: 0 })
    }
    const handles: { pid: string }[] = []
    const pids: unknown[] = []
    const handle = await sandbox.processes.spawn('x', {
      onStdout: (text) => {
        seen.push(text)
        pids.push(handles[0]?.pid)
      },
    })
    handles.push(handle)
    const result = await handle.wait()
    expect(pids).toEqual(['1'])
    expect(seen.join('')).toBe('early ')
    expect(result.stdout).toBe('early ')
  })

  it('[BR-008] is decoded by one decoder per stream', async () => {
    const sandbox = new FakeSandbox()
    const seen = { stdout: '', stderr: '' }
    const command = sandbox.executeCommand('x', [], {
      onStdout: (text) => void (seen.stdout += text),
      onStderr: (text) => void (seen.stderr += text),
    })
    const process = await launched(sandbox)
    process.print(Buffer.from([0xf0, 0x9f]))
    process.print(Buffer.from([0xe2, 0x82]), 'stderr')
    process.print(Buffer.from([0x98, 0x80]))
    process.print(Buffer.from([0xac]), 'stderr')
    process.exit({ exitCode: 0 })
    expect(await command).toMatchObject({ stdout: '😀', stderr: '€' })
    expect(seen).toEqual({ stdout: '😀', stderr: '€' })
  })

  it('a listener that joins late gets whole characters', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    await sleep(5)
    process.print(Buffer.from([0x61, 0xe2, 0x82]))
    let late = ''
    const end = handle.wait({ onStdout: (text) => void (late += text) })
    process.print(Buffer.from([0xac, 0x62]))
    process.exit({ exitCode: 0 })
    await end
    expect(late).toBe('€b')
  })

  it('[BR-020] goes on when a listener throws or rejects', async () => {
    const errors: unknown[] = []
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (_: string, error: unknown) => void errors.push(error),
    }
    const sandbox = new FakeSandbox({ logger })
    const command = sandbox.executeCommand('x', [], {
      onStdout: () => {
        throw new Error('sync')
      },
      onStderr: async () => {
        throw new Error('async')
      },
    })
    const process = await launched(sandbox)
    process.print('out')
    process.print('err', 'stderr')
    process.exit({ exitCode: 0 })
    expect(await command).toMatchObject({ stdout: 'out', stderr: 'err', success: true })
    await until(() => errors.length === 2)
  })

  it('is iterated in order with what came before, and asks the driver to wait for a slow reader', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    process.print('a')
    process.print('b', 'stderr')
    const output = handle.output()
    expect(await output.next()).toMatchObject({ value: { stream: 'stdout', data: Buffer.from('a') } })
    expect(await output.next()).toMatchObject({ value: { stream: 'stderr', data: Buffer.from('b') } })
    const big = Buffer.alloc(300 * 1024, 120)
    const wait = process.output.stdout(big)
    expect(wait).toBeInstanceOf(Promise)
    let isReleased = false
    void (wait as Promise<void>).then(() => {
      isReleased = true
    })
    await sleep(5)
    expect(isReleased).toBe(false)
    await output.next()
    await until(() => isReleased)
    const held = process.output.stdout(big)
    await output.return?.()
    await held
    expect(process.output.stdout(big)).toBeUndefined()
    process.exit({ exitCode: 0 })
    expect((await handle.wait()).stdoutDroppedBytes).toBeUndefined()
  })
})

describe('a process whose reader has stalled', () => {
  it('can be killed all the same', async () => {
    const sandbox = new FakeSandbox({ killGraceMs: 60_000 })
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    const output = handle.output()
    process.print('first')
    await output.next()
    // A driver that reports the end only after its last output was taken.
    const held = Promise.resolve(process.output.stdout(Buffer.alloc(1024 * 1024)))
    process.onKill = (signal) => {
      void held.then(() => process.exit({ signal }))
      return true
    }
    expect(await handle.kill()).toBe(true)
    expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
    expect(await output.next()).toMatchObject({ value: { stream: 'stdout' } })
  })
})

describe('what is passed to a handle', () => {
  it('is checked', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    await expect(handle.wait({ onStdout: 'text' as never })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(handle.wait({ abortSignal: {} as never })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(sandbox.start({ abortSignal: 'x' as never })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(sandbox.ensureRunning({ abortSignal: {} as never })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
    await handle.kill()
  })
})
