import { setTimeout as wait } from 'node:timers/promises'
import { see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { untilQuiet } from '../budget/until-quiet.js'
import { useEmulated } from '../support/emulated.js'
import { machinesOf } from './support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const start = 'POST /process.Process/Start'
const slowness = [
  ['slow', { latencyMs: 1500 }],
  ['stalled', { stall: true }],
] as const

/** The SDK has a clock of its own for the same moment, and may be first. */
const timedOut = /^Sandbox(Timeout)?Error TIMEOUT ambiguous$/

const startRoutes = ['GET /v2/sandboxes', 'POST /v2/sandboxes'] as const
const resumeRoutes = ['GET /sandboxes/{id}', 'POST /v2/sandboxes/{id}/connect'] as const

describe.each(slowness)('a %s request', (_name, fault) => {
  it.each(startRoutes)('%s is bounded by startTimeoutMs; the next start has one machine', async (route) => {
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
  })

  it.each(resumeRoutes)('%s is bounded by startTimeoutMs; the machine stays the same', async (route) => {
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

  it('to start a command is bounded by its time-out; it runs once at most', async () => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next(start, fault)
    expect(await see(sandbox.executeCommand('echo run >> runs; sleep 60', [], { timeout: 400 }))).toBe(
      'SandboxTimeoutError TIMEOUT ambiguous',
    )
    await wait(1500)
    const { stdout } = await sandbox.executeCommand('cat runs 2>/dev/null; pgrep -fx "sleep 60"')
    expect(stdout).toMatch(/^(run\n)?$/)
  })

  it('to start a command ends with an abort', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const ordered = target.emulator.faults.next(start, fault)
    const aborter = new AbortController()
    const running = see(sandbox.executeCommand('echo run', [], { abortSignal: aborter.signal }))
    while (ordered.hits === 0) await wait(5)
    aborter.abort()
    expect(await running).toBe('SandboxAbortError ABORTED ambiguous')
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  })

  it('to look for a twin, and to look at a machine before a command, delays only itself', async () => {
    const sandbox = target.make()
    await sandbox.start()
    await untilQuiet(target.emulator)
    target.emulator.faults.next('GET /sandboxes/{id}', { ...fault, times: Number.POSITIVE_INFINITY })
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})
