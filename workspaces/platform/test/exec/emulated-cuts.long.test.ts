import { beforeAll, describe, expect, it } from 'vitest'
import type { PlatformSandbox, SandboxExecTransportError } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const kept = useEmulated()
const lost = useEmulated({ durableSessions: false })

/** How often a command ran, by what it leaves. */
async function runsOf(sandbox: PlatformSandbox, name: string): Promise<string> {
  return (await sandbox.executeCommand(`sleep 0.2; cat ~/${name} 2>/dev/null; true`)).stdout
}
const counted = (name: string, rest: string): string => `echo run >>~/${name}; ${rest}`

describe('[P1] a command of a server that keeps commands', () => {
  let sandbox: PlatformSandbox
  beforeAll(async () => {
    sandbox = kept.make()
    await sandbox.start()
  })

  it.each([
    ['beforeOpen', '3 out\n'],
    ['afterInit', 'SandboxExecTransportError true'],
    ['afterFirstByte', '3 out\n'],
    ['beforeExit', '3 out\n'],
  ] as const)('ends as it should once the server has said that it keeps it: cut %s', async (when, expected) => {
    const name = `kept-${when}`
    kept.emulator.faults.cutExec(when)
    const outcome = await sandbox.executeCommand(counted(name, 'echo out; exit 3')).then(
      ({ exitCode, stdout }) => `${exitCode} ${stdout}`,
      (error: SandboxExecTransportError) => `${error.name} ${error.opened}`,
    )
    expect([outcome, await runsOf(sandbox, name)]).toEqual([expected, 'run\n'])
  })

  it('prints everything once, wherever and how often it is cut', async () => {
    const expected = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
    for (let round = 0; round < 4; round += 1) {
      const cut = Math.ceil(Math.random() * expected.length)
      kept.emulator.faults.cutExec({ afterBytes: cut })
      kept.emulator.faults.cutExec({ afterBytes: Math.ceil(Math.random() * 1000) })
      const { stdout, exitCode } = await sandbox.executeCommand('seq 1 20000')
      expect([cut, exitCode, stdout === expected]).toEqual([cut, 0, true])
    }
  })

  it('that cannot be joined any more is an error, and not run again', async () => {
    const { sandboxId = '' } = sandbox
    const failure = sandbox.executeCommand(counted('dropped', 'sleep 600')).catch((error: unknown) => error)
    await expect.poll(() => runsOf(sandbox, 'dropped')).toBe('run\n')
    await kept.emulator.faults.dropSessions(sandboxId)
    expect(await failure).toMatchObject({ name: 'SandboxExecTransportError', opened: true, retry: 'ambiguous' })
    expect(await runsOf(sandbox, 'dropped')).toBe('run\n')
  })

  it('goes on with another lease when the first is not good any more', async () => {
    const after = kept.emulator.journal.last
    kept.emulator.faults.expireLeases()
    expect((await sandbox.executeCommand('echo there')).stdout).toBe('there\n')
    expect(kept.emulator.journal.routes({ after })).toMatchObject({ 'POST /sandbox/{id}/exec-lease': 1 })
  })
})

describe('[P1] a command of a server that keeps nothing', () => {
  it.each([
    ['afterOpen', ''],
    ['afterInit', 'run\n'],
    ['afterFirstByte', 'run\n'],
    ['beforeExit', 'run\n'],
  ] as const)('is an error when it is cut, and not run again: %s', async (when, ran) => {
    const sandbox = lost.make()
    await sandbox.start()
    lost.emulator.faults.cutExec(when)
    const failure = await sandbox.executeCommand(counted('file', 'echo out')).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SandboxExecTransportError', opened: true, attempts: 1, retry: 'ambiguous' })
    expect(await runsOf(sandbox, 'file')).toBe(ran)
    await sandbox.destroy()
  })
})

describe('[P4] a command', () => {
  it.each(['a time-out', 'an abort'])('is ended in the machine by %s', async (how) => {
    const sandbox = kept.make()
    await sandbox.start()
    const command = `echo $$ >~/pid; trap '' TERM; sleep 600 & wait; wait`
    const controller = new AbortController()
    const options = how === 'a time-out' ? { timeout: 500 } : { abortSignal: controller.signal }
    const running = sandbox.executeCommand(command, [], options).catch((error: unknown) => error)
    await expect.poll(async () => (await sandbox.executeCommand('cat ~/pid')).stdout).not.toBe('')
    controller.abort()
    await running
    const alive = async (): Promise<number> => (await sandbox.executeCommand('kill -0 -- "-$(cat ~/pid)"')).exitCode
    await expect.poll(alive).not.toBe(0)
    await sandbox.destroy()
  })
})
