import { afterEach, describe, expect, it } from 'vitest'
import { testDestroy, testLostMachine, testStop } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { stateOf } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

describe('stop [E11] [E19]', () => {
  testStop(bench)

  it('always pauses, also where the end of the lifetime would kill, and start resumes', async () => {
    const sandbox = target.make({ lifecycle: { onTimeout: 'kill' } })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    await sandbox.e2b.commands.run('echo kept > note')
    await sandbox.stop()
    expect([sandbox.status, await stateOf(target, sandboxId)]).toEqual(['stopped', 'paused'])
    expect(() => sandbox.e2b).toThrow('not ready')
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(sandbox.sandboxId).toBe(sandboxId)
    expect((await sandbox.executeCommand('cat note')).stdout).toBe('kept\n')
  })
})

describe('destroy [E19]', () => {
  testDestroy(bench)
})

describe('a machine that is lost while it is used [E15]', () => {
  testLostMachine(bench)
})
