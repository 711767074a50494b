import { getEventListeners } from 'node:events'
import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'

/** Many callers, one start. */
export const concurrentStartSuite: SandboxSuite = sandboxSuite('lifecycle/concurrent-start', [
  {
    id: 'one-acquisition',
    title: 'starts, ensureRunning and commands at the same time share one acquisition and one outcome [C05] [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const starts = Promise.all([sandbox.start(), sandbox._start(), sandbox.start()])
      const others = Promise.all([
        sandbox.ensureRunning(),
        sandbox.executeCommand('echo a'),
        sandbox.executeCommand('echo b'),
        sandbox.processes.spawn('true').then((handle) => handle.wait()),
      ])
      expect(await starts).toEqual([{ outcome: 'created' }, { outcome: 'created' }, { outcome: 'created' }])
      await others
      expect(tap.count('find')).toBe(1)
      expect(tap.count('create') + tap.count('connect')).toBe(1)
    },
  },
  {
    id: 'many-sandboxes',
    title: 'many sandboxes that start at the same time each get a machine of their own [BR-199]',
    check: async (bench) => {
      const sandboxes = await Promise.all(Array.from({ length: 8 }, () => bench.create()))
      const outcomes = await Promise.all(sandboxes.map((sandbox) => sandbox.start()))
      expect(outcomes.every(({ outcome }) => outcome === 'created')).toBe(true)
      await Promise.all(sandboxes.map((sandbox) => bench.shell(sandbox, `echo '${sandbox.id}' > own-id`)))
      const read = await Promise.all(sandboxes.map((sandbox) => bench.shell(sandbox, 'cat own-id')))
      expect(read).toEqual(sandboxes.map(({ id }) => `${id}\n`))
    },
  },
  {
    id: 'shared-failure',
    title: 'a failing start fails for everyone who joined it, and is not remembered',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      tap.fail('create', new TypeError('once'))
      const outcomes = await Promise.allSettled([sandbox.start(), sandbox.start(), sandbox.executeCommand('true')])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(tap.count('create')).toBe(1)
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
    },
  },
  {
    id: 'joiner-detaches',
    title: 'the abort of one caller detaches it; the start goes on for the others [C05]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('find')
      const abort = new AbortController()
      const staying = sandbox.start()
      const leaving = expectCode(sandbox.start({ abortSignal: abort.signal }), 'ABORTED', 'the aborted start')
      await gate.reached
      abort.abort(new TypeError('changed my mind'))
      const error = await leaving
      expect(error.cause).toBeInstanceOf(TypeError)
      gate.open()
      expect(await staying).toEqual({ outcome: 'created' })
      expect(sandbox.status).toBe('running')
    },
  },
  {
    id: 'last-abort-cancels',
    title: 'the abort of the last caller cancels the start; nothing is created, and a later start works [C05]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('find')
      const aborts = [new AbortController(), new AbortController()]
      const leaving = aborts.map(({ signal }) => expectCode(sandbox.start({ abortSignal: signal }), 'ABORTED'))
      await gate.reached
      for (const abort of aborts) abort.abort()
      await within(10_000, 'both aborted starts', Promise.all(leaving))
      tap.unwrap('find')
      gate.open()
      expect(tap.count('create')).toBe(0)
      expect(sandbox.status).not.toBe('running')
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
    },
  },
  {
    id: 'one-of-two-aborts',
    title: 'a start that one caller gave up reaches the caller who came without a signal',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('create')
      const abort = new AbortController()
      const leaving = expectCode(sandbox.start({ abortSignal: abort.signal }), 'ABORTED')
      await gate.reached
      const staying = sandbox.executeCommand('echo stayed')
      abort.abort()
      await leaving
      gate.open()
      expect((await staying).stdout).toBe('stayed\n')
      expect(tap.count('create')).toBe(1)
    },
  },
  {
    id: 'pre-aborted',
    title: 'a start with an aborted signal rejects, may be repeated, and sends nothing [BR-042]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const error = await expectCode(sandbox.start({ abortSignal: AbortSignal.abort() }), 'ABORTED', 'start()')
      expect(error.retry).toBe('safe')
      await expectCode(sandbox.ensureRunning({ abortSignal: AbortSignal.abort() }), 'ABORTED', 'ensureRunning()')
      expect(tap.calls).toEqual([])
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'no-listener-left',
    title: 'starts leave no listener on a signal',
    check: async (bench) => {
      const sandbox = await bench.create()
      const { signal } = new AbortController()
      await Promise.all(Array.from({ length: 20 }, () => sandbox.start({ abortSignal: signal })))
      await sandbox.start({ abortSignal: signal })
      expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    },
  },
])
