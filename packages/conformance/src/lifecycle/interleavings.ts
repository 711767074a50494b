import { expect } from 'vitest'
import { asSandboxError, expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'

const limitMs = 20_000

/** Starts, stops and destroys that meet: one queue, and destroy wins. */
export const interleavingsSuite: SandboxSuite = sandboxSuite('lifecycle/interleavings', [
  {
    id: 'stop-during-start',
    title: 'stop() during start(): the start completes, then the stop runs [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('create')
      const starting = sandbox.start()
      await gate.reached
      const stopping = sandbox.stop()
      gate.open()
      expect(await within(limitMs, 'start()', starting)).toEqual({ outcome: 'created' })
      await within(limitMs, 'stop()', stopping)
      expect(sandbox.status).toBe('stopped')
      expect(tap.count('stop')).toBe(1)
    },
  },
  {
    id: 'start-during-stop',
    title: 'two start() during stop() wait for it and share one new start [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const attached = tap.count('create') + tap.count('connect')
      const gate = tap.hold('stop')
      const stopping = sandbox.stop()
      await gate.reached
      const starts = Promise.all([sandbox.start(), sandbox.start()])
      expect(tap.count('create') + tap.count('connect')).toBe(attached)
      gate.open()
      await within(limitMs, 'stop()', stopping)
      await within(limitMs, 'both starts', starts)
      expect(sandbox.status).toBe('running')
      expect(tap.count('create') + tap.count('connect')).toBe(attached + 1)
    },
  },
  {
    id: 'command-during-stop',
    title: 'a command during stop() waits for it and starts the sandbox again [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('stop')
      const stopping = sandbox.stop()
      await gate.reached
      const command = sandbox.executeCommand('echo later')
      gate.open()
      await stopping
      expect((await within(limitMs, 'the command', command)).stdout).toBe('later\n')
      expect(sandbox.status).toBe('running')
    },
  },
  {
    id: 'stops-during-start',
    title: 'two stop() during start() are one [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const starting = sandbox.start()
      await within(limitMs, 'everything', Promise.all([starting, sandbox.stop(), sandbox.stop()]))
      expect(tap.count('stop')).toBe(1)
      expect(sandbox.status).toBe('stopped')
    },
  },
  {
    id: 'destroys-during-start',
    title: 'two destroy() during start() are one; the start is given up and its machine is removed [P7] [BR-084]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('create')
      const starting = sandbox.start()
      await gate.reached
      const destroying = Promise.all([sandbox.destroy(), sandbox.destroy()])
      gate.open()
      await within(limitMs, 'destroy()', destroying)
      await within(limitMs, 'start()', Promise.allSettled([starting]))
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('create')).toBe(1)
      expect(tap.count('destroy')).toBe(1)
    },
  },
  {
    id: 'destroy-before-create',
    title: 'destroy() while the machine is looked up leaves nothing behind and creates nothing [BR-084]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('find')
      const starting = Promise.allSettled([sandbox.start()])
      await gate.reached
      const destroying = sandbox.destroy()
      tap.unwrap('find')
      gate.open()
      await within(limitMs, 'destroy()', destroying)
      const [outcome] = await within(limitMs, 'start()', starting)
      expect(outcome?.status).toBe('rejected')
      expect(tap.count('create')).toBe(0)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'start-during-destroy',
    title: 'start() during destroy() is a typed INVALID_STATE error; the destroy completes [P7]',
    needs: ['driver', '!startAfterDestroy'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('destroy')
      const destroying = sandbox.destroy()
      await gate.reached
      await expectCode(sandbox.start(), 'INVALID_STATE', 'start()')
      gate.open()
      await within(limitMs, 'destroy()', destroying)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'start-anew-during-destroy',
    title: 'start() during destroy() waits for it, then makes a new machine [P7]',
    needs: ['driver', 'startAfterDestroy'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('destroy')
      const destroying = sandbox.destroy()
      await gate.reached
      const starting = sandbox.start()
      expect(tap.count('create')).toBe(1)
      gate.open()
      await within(limitMs, 'destroy()', destroying)
      expect(await within(limitMs, 'start()', starting)).toEqual({ outcome: 'created' })
      expect(tap.count('create')).toBe(2)
      expect(sandbox.status).toBe('running')
    },
  },
  {
    id: 'stop-then-destroy',
    title: 'stop() and destroy() at once end destroyed, and both settle [P7]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const both = Promise.allSettled([sandbox.stop(), sandbox.destroy()])
      const [, destroyed] = await within(limitMs, 'both', both)
      expect(destroyed.status).toBe('fulfilled')
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'destroy-then-stop',
    title: 'destroy() and stop() at once end destroyed, and the machine is never told to stop [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      await within(limitMs, 'both', Promise.all([sandbox.destroy(), sandbox.stop()]))
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('stop')).toBe(0)
    },
  },
  {
    id: 'destroy-wins-over-queue',
    title: 'destroy() wins over a queue of stops, starts and commands; everything settles [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      const gate = tap.hold('stop')
      const queue = [sandbox.stop(), sandbox.start(), sandbox.stop(), sandbox.executeCommand('echo x')]
      const settled = Promise.allSettled(queue)
      await gate.reached
      const destroying = sandbox.destroy()
      gate.open()
      await within(limitMs, 'destroy()', destroying)
      const outcomes = await within(limitMs, 'the queue', settled)
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('create')).toBe(1)
      for (const outcome of outcomes) if (outcome.status === 'rejected') expectOvertaken(outcome.reason)
    },
  },
  {
    id: 'stop-start-stop',
    title: 'stop(), start(), stop() in one turn run in that order [P7]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await within(limitMs, 'all three', Promise.all([sandbox.stop(), sandbox.start(), sandbox.stop()]))
      expect(sandbox.status).toBe('stopped')
    },
  },
])

/** A call that destroy overtook says so by its code. */
function expectOvertaken(error: unknown): void {
  const code = (error as { readonly code?: unknown }).code
  asSandboxError(error, code === 'NOT_READY' ? 'NOT_READY' : 'INVALID_STATE')
}
