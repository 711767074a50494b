import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { pause, within } from '../sandbox/waiting.js'

const limitMs = 20_000

/** A hook that never ends. */
async function forever(): Promise<void> {
  await new Promise<void>(() => undefined)
}

/** Start hooks that take long, or for ever, and everyone else meanwhile. */
export const slowHooksSuite: SandboxSuite = sandboxSuite('lifecycle/slow-hooks', [
  {
    id: 'start-waits',
    title: 'start() and ensureRunning() of others resolve only when the start hook is done [C06]',
    check: async (bench) => {
      const order: string[] = []
      const sandbox = await bench.create({
        onStart: async () => {
          await pause(400)
          order.push('hook')
        },
      })
      const note = (name: string) => () => order.push(name)
      const first = sandbox.start().then(note('first'))
      await pause(150)
      await Promise.all([first, sandbox.start().then(note('second')), sandbox.ensureRunning().then(note('third'))])
      expect(order[0]).toBe('hook')
      expect(order).toHaveLength(4)
    },
  },
  {
    id: 'time-out-of-a-command',
    title: 'the time-out of a command covers the start hook; the next command works [P4]',
    check: async (bench) => {
      const sandbox = await bench.create({ onStart: () => pause(900) })
      const error = await expectCode(sandbox.executeCommand('echo ran', [], { timeout: 200 }), 'TIMEOUT')
      expect(error.retry).toBe('safe')
      expect(await within(limitMs, 'the next command', bench.shell(sandbox, 'echo on'))).toBe('on\n')
    },
  },
  {
    id: 'destroy-waits',
    title: 'destroy() during a start hook ends with the machine removed, whatever the hook does [P7] [BR-084]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ onStart: () => pause(500) })
      const starting = Promise.allSettled([sandbox.start()])
      await pause(200)
      await within(limitMs, 'destroy()', sandbox.destroy())
      await within(limitMs, 'start()', starting)
      expect(sandbox.status).toBe('destroyed')
      expect(tap.count('destroy')).toBe(tap.count('create'))
    },
  },
  {
    id: 'endless-hook',
    title:
      'a start hook that never ends is a typed time-out after startTimeoutMs; destroy() still removes the machine [P4]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ startTimeoutMs: 2000, onStart: forever })
      await expectCode(sandbox.start(), 'TIMEOUT', 'start()')
      expect(sandbox.status).toBe('error')
      await within(limitMs, 'destroy()', sandbox.destroy())
      expect(tap.count('destroy')).toBe(1)
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'destroy-wins-over-an-endless-hook',
    title: 'destroy() does not wait for a start hook that never ends [P7]',
    needs: ['driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ onStart: forever })
      const starting = Promise.allSettled([sandbox.start()])
      await pause(300)
      await within(limitMs, 'destroy()', sandbox.destroy())
      await within(limitMs, 'start()', starting)
      expect(tap.count('destroy')).toBe(tap.count('create'))
      expect(sandbox.status).toBe('destroyed')
    },
  },
  {
    id: 'loose-ends',
    title: 'a command that a start hook does not wait for runs all the same [C06]',
    check: async (bench) => {
      const loose: Promise<unknown>[] = []
      const sandbox = await bench.create({
        onStart: ({ sandbox: it }) => {
          loose.push(pause(100).then(() => it.executeCommand?.('echo loose')))
        },
      })
      await sandbox.start()
      expect(await within(limitMs, 'the loose command', Promise.all(loose))).toMatchObject([{ stdout: 'loose\n' }])
    },
  },
  {
    id: 'another-sandbox',
    title: 'the start hook of one sandbox may start, use and destroy another one [C06]',
    check: async (bench) => {
      const inner = await bench.create({ onStart: ({ sandbox }) => void sandbox.executeCommand?.('true') })
      let seen = ''
      const outer = await bench.create({
        onStart: async () => {
          await inner.start()
          seen = await bench.shell(inner, 'echo inner')
          await inner.destroy()
        },
      })
      await within(limitMs, 'start()', outer.start())
      expect([seen, inner.status, outer.status]).toEqual(['inner\n', 'destroyed', 'running'])
    },
  },
])
