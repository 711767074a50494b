import { setTimeout as wait } from 'node:timers/promises'
import type { FaultOptions } from '@caisson/emulators'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const lease = 'POST /sandbox/{id}/exec-lease'
const exec = 'WS /exec'

const mishaps: readonly (readonly [string, FaultOptions])[] = [
  ['never answered', { stall: true }],
  ['answered 429', { status: 429, headers: { 'Retry-After': '30' } }],
  ['answered 503', { status: 503 }],
  ['cut', { resetConnection: true }],
]

describe('a lease that is renewed while it can still be used', () => {
  // It is begun with for 4 s, of which the last is spare.
  const target = useEmulated({ leaseTtlMs: 64_000 })
  afterEach(() => target.emulator.reset())

  it.each(mishaps)('and is %s is noticed by no command', async (_name, fault) => {
    const sandbox = target.make()
    await sandbox.start()
    const renewal = target.emulator.faults.next(lease, { ...fault, times: Number.POSITIVE_INFINITY })
    await wait(3200)
    expect(await sandbox.executeCommand('echo first')).toMatchObject({ stdout: 'first\n' })
    await expect.poll(() => renewal.hits).toBe(1)
    expect(await sandbox.executeCommand('echo second')).toMatchObject({ stdout: 'second\n' })
    await sandbox.destroy()
    expect(sandbox.status).toBe('destroyed')
  })
})

describe('the stream of a process of another client', () => {
  const target = useEmulated()

  it('that never opens keeps nobody from what was printed before: one answer has that', async () => {
    const first = target.make()
    await first.start()
    const { pid } = await first.processes.spawn('echo before; cat')
    const second = target.make({ sandboxId: first.sandboxId })
    await second.start()
    const { faults } = target.emulator
    faults.next(exec, { latencyMs: 1 })
    const stream = faults.next(exec, { stall: true, times: Number.POSITIVE_INFINITY })
    const found = await second.processes.get(pid)
    await expect.poll(() => found?.stdout).toBe('before\n')
    await expect.poll(() => stream.hits).toBe(1)
    faults.clear()
    await first.destroy()
  })
})
