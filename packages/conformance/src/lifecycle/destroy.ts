import { expect } from 'vitest'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import type { TestedSandbox } from '../sandbox/target.js'
import { within } from '../sandbox/waiting.js'

/** Every call that would start a sandbox. */
function lazyCalls(sandbox: TestedSandbox): Record<string, () => Promise<unknown>> {
  return {
    executeCommand: () => sandbox.executeCommand('true'),
    spawn: () => sandbox.processes.spawn('true'),
    ensureRunning: () => sandbox.ensureRunning(),
    ...(sandbox.supports.filesystem
      ? {
          writeFiles: () => sandbox.writeFiles([{ path: 'a', content: 'a' }]),
          readFile: async () => sandbox.filesystem?.readFile('a'),
        }
      : {}),
  }
}

/** What a destroy does, and what can no longer be done after it. */
export const destroySuite: SandboxSuite = sandboxSuite('lifecycle/destroy', [
  {
    id: 'twice',
    title: 'destroy() removes the machine once; a second one is harmless [C06]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      await Promise.all([sandbox.destroy(), sandbox.destroy()])
      await sandbox.destroy()
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('destroy')).toBe(1)
    },
  },
  {
    id: 'pending',
    title: 'destroy() of a sandbox that never had a machine creates and attaches to nothing',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.destroy()
      expect(sandbox.status).toBe('destroyed')
      expect(tap.calls.filter((call) => call !== 'find')).toEqual([])
    },
  },
  {
    id: 'not-attached',
    title: 'destroy() removes a machine that only the identity tells, without attaching to it [C06]',
    needs: ['driver', 'detachedLifecycle'],
    check: async (bench) => {
      const first = await bench.running({ id: bench.newId() })
      const { sandbox, tap } = await bench.tapped(await bench.sameMachine(first))
      await sandbox.destroy()
      expect(tap.calls.filter((call) => call === 'connect' || call === 'create')).toEqual([])
      expect(tap.count('destroy')).toBe(1)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'lazy-calls',
    title: 'nothing lazy revives a destroyed sandbox: each such call is a typed NOT_READY error [P7]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox.destroy()
      for (const [name, call] of Object.entries(lazyCalls(sandbox))) await expectCode(call(), 'NOT_READY', name)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'lazy-calls-while-destroying',
    title: 'a lazy call while destroy() is going on is a typed NOT_READY error and creates nothing [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('destroy')
      const destroying = sandbox.destroy()
      await gate.reached
      for (const [name, call] of Object.entries(lazyCalls(sandbox))) await expectCode(call(), 'NOT_READY', name)
      gate.open()
      await destroying
      expect(tap.count('create')).toBe(1)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'start-afterwards',
    title: 'start() of a destroyed sandbox is a typed INVALID_STATE error [P7]',
    needs: ['!startAfterDestroy'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox.destroy()
      await expectCode(sandbox.start(), 'INVALID_STATE', 'start()')
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'start-anew',
    title: 'an explicit start() of a destroyed sandbox makes a new machine [P7] [BR-091]',
    needs: ['startAfterDestroy'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'echo old > old.txt')
      const handle = await sandbox.processes.spawn('sleep 300')
      await sandbox.destroy()
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect((await sandbox.executeCommand('cat old.txt')).success).toBe(false)
      expect(await sandbox.processes.get(handle.pid)).toBeUndefined()
    },
  },
  {
    id: 'stop-afterwards',
    title: 'stop() after destroy() leaves the sandbox destroyed and sends nothing [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      await sandbox.destroy()
      const before = [...tap.calls]
      await sandbox.stop()
      expect(sandbox.status).toBe('destroyed')
      expect(tap.calls).toEqual(before)
    },
  },
  {
    id: 'failed-destroy-is-retried',
    title: 'a failed destroy rejects and shows it; the next destroy() really reaches the provider [BR-086]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.fail('destroy', new ConformanceError('not now'))
      await rejectionOf(sandbox.destroy())
      expect(sandbox.status).toBe('error')
      expect(sandbox.error).toContain('not now')
      await sandbox.destroy()
      expect(tap.count('destroy')).toBe(2)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'start-after-failed-destroy',
    title: 'an explicit start() after a failed destroy gets the machine again',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.fail('destroy', new ConformanceError('not now'))
      await rejectionOf(sandbox.destroy())
      await sandbox.start()
      expect(sandbox.status).toBe('running')
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'from-error',
    title: 'destroy() works from the status error',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      tap.fail('stop', new ConformanceError('not now'))
      await rejectionOf(sandbox.stop())
      await sandbox.destroy()
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('destroy')).toBe(1)
    },
  },
  {
    id: 'answers-waiters',
    title: 'destroy() ends the processes; whoever waits for one is answered [C06]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 300')
      const running = sandbox.executeCommand('sleep 300')
      const started = await sandbox.processes.spawn('true')
      await started.wait()
      await sandbox.destroy()
      expect(await within(10_000, 'wait()', handle.wait())).toMatchObject({ exitCode: 137, killed: true })
      expect((await within(10_000, 'the foreground command', running)).success).toBe(false)
    },
  },
  {
    id: 'await-using',
    title: '`await using` destroys the sandbox at the end of the block [C06]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await sandbox[Symbol.asyncDispose]()
      expect(sandbox.status).toBe('destroyed')
    },
  },
])
