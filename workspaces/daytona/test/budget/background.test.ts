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
    const met = target.emulator.faults.next(release, { ...fault, times: Number.POSITIVE_INFINITY })
    const aborter = new AbortController()
    const listener = { onStdout: () => aborter.abort(), abortSignal: aborter.signal }
    expect(await sandbox.executeCommand('echo on; sleep 60', [], listener)).toMatchObject({ killed: true })
    expect(await sandbox.executeCommand('echo next', [], { onStdout: () => undefined })).toMatchObject({
      exitCode: 0,
      stdout: 'next\n',
    })
    await sandbox.processes.spawn('sleep 60')
    await sandbox.stop()
    await sandbox.start()
    await sandbox.processes.spawn('sleep 60')
    await sandbox.destroy()
    while (met.hits === 0) await wait(5)
    expect(await listAll(target)).toEqual([])
  })
})
