import { expect } from 'vitest'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { asSandboxError, expectCode, rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause, within } from '../sandbox/waiting.js'

/** The hooks of a sandbox. */
export const hooksSuite: SandboxSuite = sandboxSuite('lifecycle/hooks', [
  {
    id: 'arguments',
    title: 'hooks get the sandbox, and onStart the outcome [C06]',
    check: async (bench) => {
      const seen: unknown[] = []
      const sandbox = await bench.create({
        onStart: ({ sandbox: it, outcome }) => void seen.push(['start', it.id, outcome, it.status]),
        onStop: ({ sandbox: it }) => void seen.push(['stop', it.id, it.status]),
        onDestroy: ({ sandbox: it }) => void seen.push(['destroy', it.id, it.status]),
      })
      await sandbox.start()
      await sandbox.stop()
      await sandbox.start()
      await sandbox.destroy()
      const [first, stop, second, destroy] = seen as [unknown[], unknown[], unknown[], unknown[]]
      expect(first).toEqual(['start', sandbox.id, 'created', 'running'])
      expect(stop).toEqual(['stop', sandbox.id, 'stopping'])
      expect(second.slice(0, 2)).toEqual(['start', sandbox.id])
      expect(destroy).toEqual(['destroy', sandbox.id, 'destroying'])
      expect(seen).toHaveLength(4)
    },
  },
  {
    id: 'own-commands',
    title: "a start hook's own commands run, and commands of others wait until the hook is done [C06]",
    check: async (bench) => {
      const order: string[] = []
      let inHook: () => void = () => undefined
      const entered = new Promise<void>((resolve) => {
        inHook = resolve
      })
      const sandbox = await bench.create({
        onStart: async ({ sandbox: it }) => {
          inHook()
          await pause(300)
          const result = await it.executeCommand?.('echo prepared > setup.txt; echo own')
          order.push(`hook ${result?.stdout.trim() ?? ''}`)
          await pause(100)
        },
      })
      const starting = sandbox.start()
      await entered
      const foreign = await within(20_000, 'the foreign command', sandbox.executeCommand('cat setup.txt'))
      order.push(`foreign ${foreign.stdout.trim()}`)
      await starting
      expect(order).toEqual(['hook own', 'foreign prepared'])
    },
  },
  {
    id: 'start-in-hook',
    title: 'start() in a start hook is answered; stop() and destroy() there are refused instead of waiting for ever',
    check: async (bench) => {
      const seen: unknown[] = []
      const sandbox = await bench.create({
        onStart: async ({ sandbox: it }) => {
          seen.push(await it.start?.())
          seen.push(asSandboxError(await rejectionOf(Promise.resolve(it.stop?.())), 'INVALID_STATE').code)
          seen.push(asSandboxError(await rejectionOf(Promise.resolve(it.destroy?.())), 'INVALID_STATE').code)
        },
      })
      await within(20_000, 'start()', sandbox.start())
      expect(seen).toEqual([{ outcome: 'connected' }, 'INVALID_STATE', 'INVALID_STATE'])
    },
  },
  {
    id: 'failing-start-hook',
    title: 'a failing start hook fails the start with its cause and keeps the machine for the next start [C06]',
    needs: ['driver'],
    check: async (bench) => {
      const fault = new ConformanceError('setup went wrong')
      const outcomes: unknown[] = []
      const { sandbox, tap } = await bench.tapped({
        onStart: ({ outcome }) => {
          outcomes.push(outcome)
          if (outcomes.length === 1) throw fault
        },
      })
      const error = await rejectionOf(sandbox.start())
      expect(asSandboxError(error, 'EXECUTION_FAILED').cause).toBe(fault)
      expect(sandbox.status).toBe('error')
      expect(sandbox.error).toContain('setup went wrong')
      await sandbox.start()
      expect(sandbox.status).toBe('running')
      expect(outcomes).toHaveLength(2)
      expect(tap.count('create')).toBe(1)
    },
  },
  {
    id: 'failed-start-hook-destroy',
    title: 'the machine of a failed start hook is removed by destroy() [C06]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({
        onStart: () => {
          throw new ConformanceError('setup went wrong')
        },
      })
      await rejectionOf(sandbox.start())
      await sandbox.destroy()
      expect(tap.count('destroy')).toBe(1)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'failing-stop-hook',
    title: 'a failing stop hook is logged and never skips the teardown [C06] [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({
        onStop: () => {
          throw new ConformanceError('stop hook broke')
        },
      })
      await sandbox.start()
      await sandbox.stop()
      expect(sandbox.status).toBe('stopped')
      expect(tap.count('stop')).toBe(1)
      expect(bench.logger.text()).toContain('stop hook broke')
    },
  },
  {
    id: 'failing-destroy-hook',
    title: 'a failing destroy hook, also one that rejects, is logged and never skips the teardown [C06] [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({
        onDestroy: async () => {
          throw new ConformanceError('destroy hook broke')
        },
      })
      await sandbox.start()
      await sandbox.destroy()
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('destroy')).toBe(1)
      expect(bench.logger.text()).toContain('destroy hook broke')
    },
  },
  {
    id: 'hooks-use-the-machine',
    title: 'stop and destroy hooks can still run commands in the machine [C06]',
    check: async (bench) => {
      const seen: unknown[] = []
      const record = async (name: string, run: Promise<{ stdout: string }> | undefined): Promise<void> => {
        seen.push(`${name} ${(await run)?.stdout.trim() ?? ''}`)
      }
      const sandbox = await bench.create({
        onStop: ({ sandbox: it }) => record('stop', it.executeCommand?.('echo bye')),
        onDestroy: ({ sandbox: it }) => record('destroy', it.executeCommand?.('echo bye')),
      })
      await sandbox.start()
      await within(20_000, 'stop()', sandbox.stop())
      await sandbox.start()
      await within(20_000, 'destroy()', sandbox.destroy())
      expect(seen).toEqual(['stop bye', 'destroy bye'])
    },
  },
  {
    id: 'set-on-start',
    title: 'setOnStart replaces the hook by what the updater makes of the one before [C06]',
    check: async (bench) => {
      const order: string[] = []
      const sandbox = await bench.create({ onStart: () => void order.push('first') })
      sandbox.setOnStart((previous) => async (args) => {
        await previous?.(args)
        order.push('second')
      })
      await sandbox.start()
      const bare = await bench.create()
      bare.setOnStart((previous) => () => void order.push(previous === undefined ? 'no hook before' : 'a hook before'))
      await bare.start()
      expect(order).toEqual(['first', 'second', 'no hook before'])
    },
  },
  {
    id: 'set-on-start-checks',
    title: 'setOnStart refuses what is not a function',
    check: async (bench) => {
      const sandbox = await bench.create()
      const error = await expectCode(
        Promise.resolve().then(() => sandbox.setOnStart('hook' as never)),
        'INVALID_ARGUMENT',
      )
      expect(error.message).toContain('setOnStart')
    },
  },
])
