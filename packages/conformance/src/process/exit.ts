import { expect } from 'vitest'
import type { ProcessExit } from '@caisson/core/driver'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { asSandboxError, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import type { DriverTap } from '../driver/driver-tap.js'

/** Replaces what the driver says about the end of the next processes. */
function endWith(tap: DriverTap, end: () => Promise<ProcessExit>): void {
  tap.wrap('spawn', async (original, args) => {
    const process = (await original(...args)) as { wait(): Promise<ProcessExit> }
    return new Proxy(process, {
      get(target, name) {
        if (name === 'wait') return async () => target.wait().then(end)
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  })
}

/** Exit codes, signals, and ends that nobody knows. */
export const exitSuite: SandboxSuite = sandboxSuite('process/exit', [
  {
    id: 'codes',
    title: 'the exit code is the one the program chose; success means 0 [C12] [BR-052]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const code of [0, 1, 2, 42, 125, 126, 128, 254, 255]) {
        const result = await sandbox.executeCommand(`exit ${code}`)
        expect([result.exitCode, result.success]).toEqual([code, code === 0])
        expect(result).not.toHaveProperty('signal')
      }
    },
  },
  {
    id: 'missing-program',
    title: 'a program that does not exist is 127, one that cannot be run is 126, both as results [C11]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const missing = await sandbox.executeCommand('no-such-program-here', ['a'])
      expect(missing.exitCode).toBe(127)
      expect(missing.stderr).toContain('no-such-program-here')
      expect((await sandbox.executeCommand('echo text > plain.txt; ./plain.txt')).exitCode).toBe(126)
    },
  },
  {
    id: 'signals',
    title: 'a process ended by a signal of another party is 128 + n with the name of the signal, and not killed [P4]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const [signal, exitCode] of [
        ['SEGV', 139],
        ['KILL', 137],
        ['TERM', 143],
        ['ABRT', 134],
        ['HUP', 129],
      ] as const) {
        const result = await sandbox.executeCommand(`kill -${signal} $$; sleep 5`)
        expect(result, signal).toMatchObject({ success: false, exitCode, signal: `SIG${signal}` })
        expect(result, signal).not.toHaveProperty('killed')
        expect(result, signal).not.toHaveProperty('timedOut')
      }
    },
  },
  {
    id: 'signal-on-the-handle',
    title: 'the handle tells the signal as well [C08]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('kill -USR1 $$; sleep 5')
      const result = await handle.wait()
      expect([handle.signal, handle.exitCode]).toEqual(['SIGUSR1', result.exitCode])
      expect(result.exitCode).toBeGreaterThan(128)
    },
  },
  {
    id: 'signal-of-a-child',
    title: 'a child that a signal ended is what the shell makes of it, 128 + n [P3]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand(`sh -c 'kill -TERM $$; sleep 5'; exit $?`)
      expect(result).toMatchObject({ success: false, exitCode: 143 })
    },
  },
  {
    id: 'unknown-end',
    title: 'an end without a code and without a signal is a typed error, never a made-up code [P3] [BR-016] [BR-054]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      endWith(tap, async () => ({}))
      const error = await rejectionOf(sandbox.executeCommand('echo out'))
      expect(asSandboxError(error, 'UNKNOWN').retry).toBe('ambiguous')
    },
  },
  {
    id: 'cut-stream',
    title:
      'a cut stream rejects with a typed error that keeps what had been printed; the command runs once [P1] [P3] [BR-016] [BR-076]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const fault = new ConformanceError('stream cut')
      tap.classify(fault, { code: 'UNAVAILABLE' })
      endWith(tap, async () => {
        throw fault
      })
      const handle = await sandbox.processes.spawn('echo x >> log; echo out; echo err >&2')
      const error = asSandboxError(await rejectionOf(handle.wait()), 'UNAVAILABLE')
      expect(error.retry).toBe('ambiguous')
      expect(error.cause).toBe(fault)
      expect(error.partialOutput).toEqual({ stdout: 'out\n', stderr: 'err\n' })
      expect(handle.exitCode).toBeUndefined()
      tap.unwrap('spawn')
      expect(await bench.shell(sandbox, 'cat log')).toBe('x\n')
      expect(sandbox.status).toBe('running')
    },
  },
  {
    id: 'signal-wins',
    title: 'an end that the provider tells by signal is never success [P3] [BR-052]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      endWith(tap, async () => ({ signal: 'SIGKILL' }))
      expect(await sandbox.executeCommand('true')).toMatchObject({ success: false, exitCode: 137, signal: 'SIGKILL' })
      endWith(tap, async () => ({ signal: 'SIGUNHEARDOF' }))
      expect((await sandbox.executeCommand('true')).success).toBe(false)
    },
  },
])
