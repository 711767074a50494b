import { expect } from 'vitest'
import type { RetryFact } from '@caisson/core'
import type { MachineState } from '@caisson/core/driver'
import type { DriverTap } from '../driver/driver-tap.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'

interface Loss {
  readonly state: MachineState | 'gone'
  readonly retry: RetryFact
  readonly times?: number
}

/** Makes the next spawns fail as if the machine were gone, and says what the control plane answers. */
function loseMachine(tap: DriverTap, { state, retry, times }: Loss): void {
  const error = new ConformanceError('no such machine')
  tap.classify(error, { code: 'GONE', retry })
  tap.fail('spawn', error, times)
  tap.wrap('inspect', async () => state)
}

/** Only the control plane's word replaces a machine, and only what provably had not started runs again. */
export const goneMachineSuite: SandboxSuite = sandboxSuite('lifecycle/gone-machine', [
  {
    id: 'restart-and-retry',
    title: 'a machine that is gone leads to one restart and one retry of a call that had not started [P2] [BR-074]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ restartOnGone: true })
      await sandbox.start()
      loseMachine(tap, { state: 'gone', retry: 'safe' })
      expect((await sandbox.executeCommand('echo b')).stdout).toBe('b\n')
      expect(tap.count('create') + tap.count('connect')).toBe(2)
      expect(tap.count('spawn')).toBe(2)
    },
  },
  {
    id: 'paused-outside',
    title:
      'a machine that was paused from outside is attached to again, and the call that had not started is made once more [P2] [BR-074]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ restartOnGone: true })
      await sandbox.start()
      await bench.shell(sandbox, 'echo kept > kept.txt')
      loseMachine(tap, { state: 'paused', retry: 'safe' })
      expect((await sandbox.executeCommand('cat kept.txt')).stdout).toBe('kept\n')
      expect(tap.count('create') + tap.count('connect')).toBe(2)
      expect(tap.count('destroy')).toBe(0)
    },
  },
  {
    id: 'printed-text-is-no-loss',
    title: 'what a command prints about missing sandboxes is only text [P2] [BR-075]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      for (const text of ['sandbox not found', '404', 'is not running', 'was terminated', 'No such container: gone']) {
        const result = await sandbox.executeCommand(`printf '%s' '${text}' >&2; exit 1`)
        expect(result).toMatchObject({ exitCode: 1, stderr: text })
      }
      expect(tap.count('create') + tap.count('connect')).toBe(1)
      expect(tap.count('spawn')).toBe(5)
    },
  },
  {
    id: 'shared-restart',
    title: 'calls that notice the same loss share one restart [P2]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ restartOnGone: true })
      await sandbox.start()
      loseMachine(tap, { state: 'gone', retry: 'safe', times: 4 })
      const results = await Promise.all(['1', '2', '3', '4'].map((word) => sandbox.executeCommand(`echo ${word}`)))
      expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n', '4\n'])
      expect(tap.count('create') + tap.count('connect')).toBe(2)
    },
  },
  {
    id: 'ambiguous-runs-once',
    title: 'a call that may have run is never repeated: the error is GONE and ambiguous [P1] [BR-076]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      loseMachine(tap, { state: 'gone', retry: 'ambiguous' })
      const error = await expectCode(sandbox.executeCommand('echo b'), 'GONE')
      expect(error.retry).toBe('ambiguous')
      expect(tap.count('spawn')).toBe(1)
      expect(sandbox.status).not.toBe('running')
      expect((await sandbox.executeCommand('echo next')).stdout).toBe('next\n')
    },
  },
  {
    id: 'second-loss-surfaces',
    title: 'a second loss in the same call surfaces: one retry, not a loop [P2]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ restartOnGone: true })
      await sandbox.start()
      loseMachine(tap, { state: 'gone', retry: 'safe', times: 10 })
      await expectCode(sandbox.executeCommand('echo b'), 'GONE')
      expect(tap.count('spawn')).toBe(2)
    },
  },
  {
    id: 'suspicion-is-checked',
    title: 'an error that only looks like a loss keeps the machine when the control plane says it runs [P2]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const attached = tap.count('create') + tap.count('connect')
      loseMachine(tap, { state: 'running', retry: 'safe' })
      await expectCode(sandbox.executeCommand('echo b'), 'UNAVAILABLE')
      expect(sandbox.status).toBe('running')
      expect(tap.count('create') + tap.count('connect')).toBe(attached)
    },
  },
  {
    id: 'unreachable-control-plane',
    title: 'a loss that the control plane cannot confirm throws nothing away [P2]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      loseMachine(tap, { state: 'gone', retry: 'safe' })
      tap.fail('inspect', new ConformanceError('control plane is down'))
      await expectCode(sandbox.executeCommand('echo b'), 'UNAVAILABLE')
      expect(sandbox.status).toBe('running')
    },
  },
  {
    id: 'restart-off',
    title: 'with restartOnGone off the loss is a typed error and the status is not running [BR-074]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ restartOnGone: false })
      await sandbox.start()
      loseMachine(tap, { state: 'gone', retry: 'safe' })
      await expectCode(sandbox.executeCommand('echo b'), 'GONE')
      expect(sandbox.status).not.toBe('running')
      expect(tap.count('spawn')).toBe(1)
    },
  },
  {
    id: 'other-failures-surface',
    title: 'authentication, quota and rate-limit failures of a command surface and restart nothing [P2]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      for (const code of ['UNAUTHENTICATED', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'PERMISSION_DENIED'] as const) {
        const error = new ConformanceError('refused')
        tap.classify(error, { code })
        tap.fail('spawn', error)
        expect((await expectCode(sandbox.executeCommand('true'), code)).cause).toBe(error)
      }
      expect(sandbox.status).toBe('running')
      expect(tap.count('create') + tap.count('connect')).toBe(1)
      expect(tap.count('spawn')).toBe(4)
    },
  },
])
