import { setTimeout as wait } from 'node:timers/promises'
import { see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { machinesOf } from './support/machines.js'
import { routes } from './support/routes.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const slowness = [
  ['slow', { latencyMs: 1500 }],
  ['stalled', { stall: true }],
] as const

/** The SDK has a clock of its own for the same moment, and may be first. */
const timedOut = /^Sandbox(Timeout)?Error TIMEOUT (ambiguous|safe)$/
const listener = { onStdout: () => undefined }

describe.each(slowness)('a %s request', (_name, fault) => {
  it.each([routes.list, routes.create])(
    '%s is bounded by startTimeoutMs; the next start has one machine',
    async (route) => {
      const sandbox = target.make({ startTimeoutMs: 700 })
      target.emulator.faults.next(route, fault)
      expect(await see(sandbox.start())).toMatch(timedOut)
      target.emulator.faults.clear()
      const again = target.make({ id: sandbox.id })
      await again.start()
      await wait(1500)
      expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
      await again.destroy()
      await sandbox.destroy()
      expect(await machinesOf(target, sandbox.id)).toEqual([])
    },
  )

  it.each([routes.look, routes.wake])('%s is bounded by startTimeoutMs; the machine stays the same', async (route) => {
    const sandbox = target.make({ startTimeoutMs: 1200 })
    await target.make({ id: sandbox.id }).start()
    await sandbox.start()
    const { sandboxId } = sandbox
    await sandbox.stop()
    target.emulator.faults.next(route, fault)
    expect(await see(sandbox.start())).toMatch(timedOut)
    target.emulator.faults.clear()
    await sandbox.start()
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it.each([
    ['of a command', routes.script, {}],
    ['for a session', routes.session, listener],
    ['to a session', routes.run, listener],
    ['for the output', routes.logs, listener],
  ])('%s is bounded by the time-out of the command, which runs once at most', async (_request, route, options) => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next(route, fault)
    const command = sandbox.executeCommand('echo run >> runs; sleep 60', [], { timeout: 400, ...options })
    const ended = await command.catch((error: unknown) => error)
    expect(ended).toMatchObject(
      ended instanceof Error ? { code: 'TIMEOUT', retry: 'ambiguous' } : { exitCode: 124, timedOut: true },
    )
    // A request that was on its way may still start the command, which is then ended.
    await wait(1500)
    const seen = async (): Promise<string> =>
      (await sandbox.executeCommand('cat runs 2>/dev/null; pgrep -fx "sleep 60"')).stdout
    await expect.poll(seen).toMatch(/^(run\n)?$/)
  })

  it.each([
    ['of a command', routes.script, {}],
    ['to a session', routes.run, listener],
  ])('%s ends with an abort', async (_request, route, options) => {
    const sandbox = target.make()
    await sandbox.start()
    const ordered = target.emulator.faults.next(route, fault)
    const aborter = new AbortController()
    const running = sandbox.executeCommand('echo run; sleep 60', [], { ...options, abortSignal: aborter.signal })
    const ended = running.catch((error: unknown) => error)
    while (ordered.hits === 0) await wait(5)
    aborter.abort()
    expect(await ended).toMatchObject(
      (await ended) instanceof Error ? { code: 'ABORTED', retry: 'ambiguous' } : { killed: true },
    )
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})

it.each([1000, 1300, 1600, 1900, 2500])(
  'a command without listeners whose start arrives %i ms late, after its time-out, is ended',
  async (latencyMs) => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next(routes.script, { latencyMs })
    const ended = await sandbox.executeCommand('sleep 4321', [], { timeout: 200 }).catch((error: unknown) => error)
    expect(ended).toMatchObject({ exitCode: 124, timedOut: true })
    expect(await sandbox.executeCommand('pgrep -fx "sleep 4321"')).toMatchObject({ stdout: '' })
  },
)
