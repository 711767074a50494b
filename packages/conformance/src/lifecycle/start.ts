import { expect } from 'vitest'
import { asSandboxError, expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'

/** What a start does, and what it leaves alone. */
export const startSuite: SandboxSuite = sandboxSuite('lifecycle/start', [
  {
    id: 'creates',
    title: 'start() of a sandbox whose machine does not exist creates it and says so [C05]',
    check: async (bench) => {
      const sandbox = await bench.create()
      expect(sandbox.status).toBe('pending')
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect(sandbox.status).toBe('running')
      expect(sandbox.error).toBeUndefined()
    },
  },
  {
    id: 'connects',
    title: 'start() of a second sandbox that names the machine attaches to it [C05]',
    check: async (bench) => {
      const first = await bench.running({ id: bench.newId() })
      await bench.shell(first, 'echo same > machine.txt')
      const second = await bench.create(await bench.sameMachine(first))
      expect(await second.start()).toEqual({ outcome: 'connected' })
      expect(await bench.shell(second, 'cat machine.txt')).toBe('same\n')
    },
  },
  {
    id: 'similar-ids',
    title: 'an id leads to no machine whose id only begins with it, ends with it or begins it [C05] [P2]',
    check: async (bench) => {
      const id = bench.newId()
      await Promise.all([`${id}-2`, `a-${id}`, id.slice(0, -1)].map((similar) => bench.running({ id: similar })))
      const sandbox = await bench.create({ id })
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
    },
  },
  {
    id: 'already-running',
    title: 'start() of a running sandbox is connected at once, without a request and without the hook [C05]',
    needs: ['driver'],
    check: async (bench) => {
      let hooks = 0
      const { sandbox, tap } = await bench.tapped({ onStart: () => void (hooks += 1) })
      await sandbox.start()
      const before = [...tap.calls]
      expect(await sandbox.start()).toEqual({ outcome: 'connected' })
      expect(tap.calls).toEqual(before)
      expect(hooks).toBe(1)
    },
  },
  {
    id: 'aliases',
    title: '_start, _stop and _destroy are start, stop and destroy [C06]',
    check: async (bench) => {
      const sandbox = await bench.create()
      expect(await sandbox._start()).toEqual({ outcome: 'created' })
      await sandbox._stop()
      expect(sandbox.status).toBe(sandbox.supports.stopRemoves ? 'destroyed' : 'stopped')
      await sandbox._destroy()
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'lazy',
    title: 'executeCommand, spawn and ensureRunning start a pending sandbox [C06]',
    check: async (bench) => {
      const byCommand = await bench.create()
      expect((await byCommand.executeCommand('echo lazy')).stdout).toBe('lazy\n')
      const bySpawn = await bench.create()
      await (await bySpawn.processes.spawn('true')).wait()
      const byEnsure = await bench.create()
      await byEnsure.ensureRunning()
      expect([byCommand.status, bySpawn.status, byEnsure.status]).toEqual(['running', 'running', 'running'])
    },
  },
  {
    id: 'is-ready',
    title: 'isReady() says whether the sandbox runs',
    check: async (bench) => {
      const sandbox = await bench.create()
      expect(sandbox.isReady()).toBe(false)
      await sandbox.start()
      expect(sandbox.isReady()).toBe(true)
      await sandbox.destroy()
      expect(sandbox.isReady()).toBe(false)
    },
  },
  {
    id: 'construction-is-silent',
    title: 'making a sandbox and asking about it sends nothing',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      sandbox.getInstructions()
      sandbox.getEnv()
      await sandbox.getInfo()
      expect(tap.calls.filter((call) => call !== 'inspect')).toEqual([])
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'failure-is-an-error-status',
    title: 'a failed acquisition rejects with a typed error, leaves status and text of an error, and can be repeated',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const fault = new ConformanceError('the provider is out of order')
      tap.fail('create', fault)
      const error = await rejectionOf(sandbox.start())
      expect(asSandboxError(error, tap.driver.classifyError(fault).code).cause).toBe(fault)
      expect(sandbox.status).toBe('error')
      expect(sandbox.error).toContain('out of order')
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect(sandbox.error).toBeUndefined()
    },
  },
  {
    id: 'lookup-failure-creates-nothing',
    title: 'a failed look-up surfaces; it never leads to a second machine [P2]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      tap.fail('find', new ConformanceError('the look-up failed'))
      await rejectionOf(sandbox.start())
      expect(tap.count('create')).toBe(0)
    },
  },
  {
    id: 'timeout',
    title:
      'a start that hangs ends after startTimeoutMs with a typed time-out, and the sandbox is usable again [BR-085]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ startTimeoutMs: 1500 })
      const gate = tap.hold('find')
      const error = await expectCode(sandbox.start(), 'TIMEOUT', 'start()')
      expect(error.operation).toBe('start')
      expect(sandbox.status).toBe('error')
      tap.unwrap('find')
      gate.open()
      await sandbox.destroy()
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'late-machine-is-adopted',
    title: 'the machine of a create request that outlived its start is adopted by the next start [P1]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('create')
      const abort = new AbortController()
      const given = rejectionOf(sandbox.start({ abortSignal: abort.signal }))
      await gate.reached
      abort.abort()
      await given
      const next = sandbox.start()
      gate.open()
      expect(await within(20_000, 'the next start', next)).toEqual({ outcome: 'created' })
      expect(tap.count('create')).toBe(1)
    },
  },
  {
    id: 'unwanted-machine-is-removed',
    title: 'the machine of a create request that nobody wants any more is removed [P1]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      const gate = tap.hold('create')
      const abort = new AbortController()
      const given = rejectionOf(sandbox.start({ abortSignal: abort.signal }))
      await gate.reached
      abort.abort()
      await given
      const removed = new Promise<void>((resolve) => {
        tap.wrap('destroy', async (original, args) => {
          await original(...args)
          resolve()
        })
      })
      gate.open()
      await within(20_000, 'removing the machine', removed)
      expect(tap.count('create')).toBe(1)
    },
  },
])
