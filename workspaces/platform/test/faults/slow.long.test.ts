import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { livingCount } from './support/machines.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const slowness = [
  ['slow', { latencyMs: 1500 }],
  ['stalled', { stall: true }],
] as const

const timedOut = /^SandboxTimeoutError TIMEOUT (ambiguous|safe)$/

describe.each(slowness)('a %s request', (name, fault) => {
  it('for a machine is bounded by startTimeoutMs; the next start has one machine', async () => {
    const sandbox = target.make({ startTimeoutMs: 700 })
    target.emulator.faults.next(routes.create, fault)
    expect(await seePlatform(sandbox.start())).toMatch(timedOut)
    await wait(1500)
    target.emulator.faults.clear()
    // A machine that came too late is destroyed, or taken by the next start of the same sandbox.
    const again = target.make()
    await again.start()
    await again.destroy()
    // While nobody knows whether there is a machine to destroy, that is what is told.
    expect(await seePlatform(sandbox.destroy())).toMatch(name === 'slow' ? /^done$/ : timedOut)
    expect(await livingCount(target)).toBe(0)
  })

  it.each([routes.look, routes.lease])('%s is bounded by startTimeoutMs; the machine stays the same', async (route) => {
    const owner = target.make()
    await owner.start()
    const { sandboxId } = owner
    const sandbox = target.make({ sandboxId, startTimeoutMs: 700 })
    target.emulator.faults.next(route, fault)
    expect(await seePlatform(sandbox.start())).toMatch(timedOut)
    target.emulator.faults.clear()
    await sandbox.start()
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect(await livingCount(target)).toBe(1)
  })

  it('[BR-034] for a socket is bounded by the time-out of the command, which runs once at most', async () => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next(routes.exec, fault)
    const ended = await sandbox
      .executeCommand('echo run >> runs; sleep 60', [], { timeout: 400 })
      .catch((error: unknown) => error)
    // A time-out of the command itself would be a result [P7].
    expect(ended).toMatchObject({ code: 'TIMEOUT' })
    await wait(1500)
    expect((await sandbox.executeCommand('cat runs 2>/dev/null; pgrep -fx "sleep 60"')).stdout).toBe('')
  })

  it('for a socket ends with an abort, and nothing begins later', async () => {
    const sandbox = target.make()
    await sandbox.start()
    const ordered = target.emulator.faults.next(routes.exec, fault)
    const aborter = new AbortController()
    const ended = sandbox
      .executeCommand('touch begun; sleep 60', [], { abortSignal: aborter.signal })
      .catch((error: unknown) => error)
    while (ordered.hits === 0) await wait(5)
    aborter.abort()
    expect(await ended).toMatchObject({ code: 'ABORTED' })
    await wait(1500)
    expect((await sandbox.executeCommand('ls begun 2>/dev/null; pgrep -fx "sleep 60"')).stdout).toBe('')
  })
})
