import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { FaultOptions } from '@caisson/emulators'
import { useEmulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const release = 'DELETE /toolbox/process/session/{id}'

const mishaps: readonly (readonly [string, FaultOptions])[] = [
  ['never answered', { stall: true }],
  ['answered 429', { status: 429, headers: { 'Retry-After': '30' } }],
  ['answered 503', { status: 503 }],
  ['cut', { resetConnection: true }],
]

describe.each(mishaps)('deletions of sessions that are %s', (_name, fault) => {
  it('are noticed by nobody', async () => {
    await using sandbox = target.make()
    await sandbox.start()
    const { faults } = target.emulator
    const met = faults.next(release, { ...fault, times: Number.POSITIVE_INFINITY })
    faults.next('WS /toolbox/process/session/{id}/command/{id}/logs', { cutAfterFirstEvent: true })
    const listener = { onStdout: () => undefined }
    const cut = await sandbox.executeCommand('echo on; sleep 0.5; echo off', [], listener)
    expect(cut).toMatchObject({ exitCode: 0, stdout: 'on\noff\n' })
    while (met.hits === 0) await wait(20)
    const next = await sandbox.executeCommand('echo next', [], listener)
    expect(next).toMatchObject({ exitCode: 0, stdout: 'next\n' })
    await sandbox.stop()
    await sandbox.start()
    await sandbox.processes.spawn('sleep 60')
    await sandbox.destroy()
    expect(await listAll(target)).toEqual([])
  })
})
