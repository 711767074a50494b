import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import { makeTemporary, runProgram, testCodeModeFailures, testCodeModeSandbox } from '@caisson/testing/providers'
import { describe, expect, it, test } from 'vitest'
import { E2BCodeModeTransport } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { codeModeCloud } from './code-mode-cloud.js'

const emulated = useEmulated()
const cloud = codeModeCloud(emulated)
const { spawn } = cloud.routes
const input = 'POST /process.Process/SendInput'

describe('the sandbox [E20]', () => {
  testCodeModeSandbox(cloud)

  it('is reached by the transport of the kit', () => {
    expect(new E2BCodeModeTransport()).toBeInstanceOf(RemoteCodeModeTransport)
  })
})

describe('what goes wrong', () => {
  testCodeModeFailures(cloud)

  const refusals = [
    ['the program', 1, { status: 503 }],
    ['the program, its connection reset', 1, { resetConnection: true }],
    ['a reply', 2, { status: 503 }],
    ['a reply, its connection reset', 2, { resetConnection: true }],
  ] as const
  test.each(refusals)('%s that cannot be delivered is a result that says so', async (_, which, fault) => {
    const sandbox = makeTemporary(cloud)
    await sandbox.start()
    const { faults } = emulated.emulator
    if (which === 1) faults.next(input, fault)
    const arm = async (): Promise<number> => {
      if (which === 2) faults.next(input, fault)
      return 1
    }
    const { success, error } = await runProgram(cloud, sandbox, 'return await external_arm({})', {
      tools: { arm: { execute: arm } },
    })
    expect([success, error?.name]).toEqual([false, 'NoResultError'])
    expect(error?.message).toContain('the connection to it was lost')
    await expect.poll(async () => (await sandbox.processes.list()).length).toBe(0)
  })

  it('a process that cannot be started makes the run reject', async () => {
    const sandbox = makeTemporary(cloud)
    await sandbox.start()
    const fault = emulated.emulator.faults.next(spawn, { status: 500, times: Infinity })
    await expect(runProgram(cloud, sandbox, 'return 1')).rejects.toMatchObject({ code: expect.any(String) })
    fault.cancel()
  })
})
