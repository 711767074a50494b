import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'
import { heartbeat, isBeating, untilBeating } from './heartbeat.js'

const limitMs = 20_000
/** Long enough for a command to be started on a busy computer: a time-out before that rejects instead. */
const shortTimeoutMs = 2000

/** The clock of a command. */
export const timeoutSuite: SandboxSuite = sandboxSuite('process/timeout', [
  {
    id: 'result',
    title:
      'a command that outlives its time-out ends with 124 and timedOut, and the next one works [P4] [C11] [BR-033]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const command of ['sleep 60', 'while :; do :; done', 'sleep 60 & wait', 'cat; sleep 60']) {
        const result = await within(limitMs, command, sandbox.executeCommand(command, [], { timeout: shortTimeoutMs }))
        expect(result, command).toMatchObject({ success: false, exitCode: 124, timedOut: true })
        expect(result, command).not.toHaveProperty('killed')
        expect(await bench.shell(sandbox, 'echo ok')).toBe('ok\n')
      }
    },
  },
  {
    id: 'keeps-output',
    title: 'what a command printed before its time-out is in the result [P3]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('echo out; echo err >&2; sleep 60', [], { timeout: shortTimeoutMs })
      expect(result).toMatchObject({ timedOut: true, stdout: 'out\n', stderr: 'err\n' })
    },
  },
  {
    id: 'spawned',
    title: 'a time-out given to spawn ends the process; wait() resolves with 124 and timedOut [P4]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 60', { timeout: shortTimeoutMs })
      expect(handle.exitCode).toBeUndefined()
      expect(await within(limitMs, 'wait()', handle.wait())).toMatchObject({ exitCode: 124, timedOut: true })
      expect(handle.exitCode).toBe(124)
    },
  },
  {
    id: 'kills-the-tree',
    title: 'a time-out ends the whole tree, also one that ignores TERM [P4]',
    check: async (bench) => {
      const sandbox = await bench.running({ killGraceMs: 300 })
      const command = `trap '' TERM; (${heartbeat('child.beat')}) & ${heartbeat('own.beat')}`
      const running = sandbox.executeCommand(command, [], { timeout: 2500 })
      await untilBeating(sandbox, 'child.beat')
      await untilBeating(sandbox, 'own.beat')
      expect(await within(limitMs, 'the command', running)).toMatchObject({ exitCode: 124, timedOut: true })
      expect(await isBeating(sandbox, 'child.beat')).toBe(false)
      expect(await isBeating(sandbox, 'own.beat')).toBe(false)
    },
  },
  {
    id: 'no-limit',
    title: '0, Infinity and values beyond a timer mean no limit, and warn about nothing [BR-037] [P4]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const warnings: string[] = []
      const record = (warning: Error): void => void warnings.push(warning.name)
      process.on('warning', record)
      try {
        const limits = [0, Infinity, Number.MAX_SAFE_INTEGER, 2 ** 31, 30 * 24 * 3600 * 1000, undefined]
        const results = await Promise.all(
          limits.map((timeout) => sandbox.executeCommand('sleep 0.5; echo ok', [], { timeout })),
        )
        expect(results.map(({ stdout }) => stdout)).toEqual(limits.map(() => 'ok\n'))
      } finally {
        process.off('warning', record)
      }
      expect(warnings.filter((name) => name.startsWith('Timeout'))).toEqual([])
    },
  },
  {
    id: 'bad-values',
    title: 'a negative time-out and NaN are typed errors that name the option; nothing starts [BR-037]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const timeout of [-1, -0.5, Number.NaN, -Infinity, '5' as never]) {
        const error = await expectCode(sandbox.executeCommand('true', [], { timeout }), 'INVALID_ARGUMENT')
        expect(error.message).toContain('timeout')
        await expectCode(sandbox.processes.spawn('true', { timeout }), 'INVALID_ARGUMENT')
      }
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'covers-the-cold-start',
    title: 'the time-out covers the start of the sandbox: what never started rejects and may be repeated [P4]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('find')
      const error = await expectCode(sandbox.executeCommand('echo ran > ran.flag', [], { timeout: 300 }), 'TIMEOUT')
      expect(error).toMatchObject({ retry: 'safe', operation: 'start' })
      await expectCode(sandbox.processes.spawn('echo ran > ran.flag', { timeout: 300 }), 'TIMEOUT')
      tap.unwrap('find')
      gate.open()
      expect(tap.count('spawn')).toBe(0)
      expect((await sandbox.executeCommand('cat ran.flag')).success).toBe(false)
    },
  },
  {
    id: 'stalled-provider',
    title:
      'a provider that never answers a spawn does not outlive the time-out; the command may have run [BR-034] [P1]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('spawn')
      const error = await expectCode(sandbox.executeCommand(heartbeat('late.beat'), [], { timeout: 300 }), 'TIMEOUT')
      expect(error.retry).toBe('ambiguous')
      tap.unwrap('spawn')
      gate.open()
      await within(limitMs, 'a command afterwards', sandbox.executeCommand('sleep 1'))
      expect(await isBeating(sandbox, 'late.beat'), 'the process that came too late was not ended').toBe(false)
    },
  },
  {
    id: 'own-exit-codes',
    title: "a program's own exit with 124 or 137 sets no flag [BR-036] [P4]",
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const code of [124, 137]) {
        const result = await sandbox.executeCommand(`exit ${code}`, [], { timeout: 15_000 })
        expect(result.exitCode).toBe(code)
        for (const flag of ['timedOut', 'killed', 'signal']) expect(result).not.toHaveProperty(flag)
      }
    },
  },
  {
    id: 'in-time',
    title: 'a command that ends in time is not touched by its time-out, nor is what comes after it',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo quick', { timeout: 3000 })
      const result = await handle.wait()
      expect(result).toMatchObject({ exitCode: 0, stdout: 'quick\n' })
      expect(result).not.toHaveProperty('timedOut')
    },
  },
])
