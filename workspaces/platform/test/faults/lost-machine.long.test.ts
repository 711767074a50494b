import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlatformSandbox, PlatformSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { livingCount } from './support/machines.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

interface Loss {
  readonly loss: string
  happen(sandboxId: string): Promise<void>
  /** What the next machine of the same id has of the disk. */
  readonly kept: string
}

/** Ways to lose a machine without having asked for it. */
const losses: readonly Loss[] = [
  { loss: 'killed', happen: (id) => target.emulator.faults.kill(id), kept: '' },
  { loss: 'ended because it was idle', happen: (id) => target.emulator.faults.expire(id), kept: 'kept\n' },
]

async function running(options: PlatformSandboxOptions = {}): Promise<PlatformSandbox> {
  const sandbox = target.make({ id: 'box', ...options })
  await sandbox.executeCommand('echo kept > kept.txt')
  return sandbox
}

async function lose({ happen }: Loss, sandbox: PlatformSandbox): Promise<void> {
  await happen(sandbox.sandboxId ?? '')
}

const creations = (after: number): number => target.emulator.journal.count({ route: routes.create, after })
const destroyed = 'SandboxDestroyedError GONE safe'

const calls: readonly (readonly [string, (sandbox: PlatformSandbox) => Promise<unknown>])[] = [
  ['executeCommand', (sandbox) => sandbox.executeCommand('true')],
  ['executeCommand with a listener', (sandbox) => sandbox.executeCommand('true', [], { onStdout: () => undefined })],
  ['spawn', (sandbox) => sandbox.processes.spawn('true')],
  ['list', (sandbox) => sandbox.processes.list()],
  ['readFile', async (sandbox) => sandbox.filesystem?.readFile('/etc/hostname')],
  ['stat', async (sandbox) => sandbox.filesystem?.stat('/etc/hostname')],
  ['writeFiles', (sandbox) => sandbox.writeFiles([{ path: '/tmp/file', content: '1' }])],
  ['mkdir', async (sandbox) => sandbox.filesystem?.mkdir('/tmp/made')],
]

describe.each(losses)('a machine that is $loss', (loss) => {
  it.each(calls)('is told by %s, and forgotten: the next call provisions another', async (_name, call) => {
    const sandbox = await running()
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    expect(await seePlatform(call(sandbox))).toBe(destroyed)
    expect([sandbox.status, sandbox.sandboxId, creations(after)]).toEqual(['stopped', undefined, 0])
    expect(await seePlatform(call(sandbox))).toBe('done')
    expect((await sandbox.executeCommand('cat kept.txt 2>/dev/null')).stdout).toBe(loss.kept)
    expect(creations(after)).toBe(1)
    expect(await livingCount(target)).toBe(1)
  })

  it.each(calls)('is not noticed by %s with restartOnGone', async (_name, call) => {
    const sandbox = await running({ restartOnGone: true })
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    expect(await seePlatform(call(sandbox))).toBe('done')
    expect(creations(after)).toBe(1)
    expect(await livingCount(target)).toBe(1)
  })

  it('makes one new machine for callers at the same time, and their commands run once', async () => {
    const sandbox = await running({ restartOnGone: true })
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    await Promise.all([1, 2, 3, 4].map((number) => sandbox.executeCommand(`echo ${number} >> log`)))
    const { stdout } = await sandbox.executeCommand('sort log')
    expect([stdout, creations(after)]).toEqual(['1\n2\n3\n4\n', 1])
  })

  it('is not believed lost while the platform cannot be asked', async () => {
    const sandbox = await running()
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    target.emulator.faults.next(routes.lease, { status: 503, times: 2 })
    expect(await seePlatform(sandbox.executeCommand('true'))).toMatch(/UNAVAILABLE safe$/)
    expect([sandbox.status, creations(after)]).toEqual(['running', 0])
    target.emulator.faults.clear()
    expect(await seePlatform(sandbox.executeCommand('true'))).toBe(destroyed)
  })

  it('does not keep stop and destroy from being done', async () => {
    const sandbox = await running()
    await lose(loss, sandbox)
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await sandbox.start()
    await lose(loss, sandbox)
    await sandbox.destroy()
    expect([sandbox.status, await livingCount(target)]).toEqual(['destroyed', 0])
  })

  it('ends a process that runs in it, which is not run again', async () => {
    const sandbox = await running()
    const process = await sandbox.processes.spawn('echo run >> log; echo first; sleep 60; echo second')
    while (process.stdout === '') await wait(5)
    await lose(loss, sandbox)
    expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true, stdout: 'first\n' })
    const { stdout } = await sandbox.executeCommand('pgrep -fx "sleep 60"')
    expect(stdout).toBe('')
    expect(await livingCount(target)).toBe(1)
  })

  it('ends a command in the foreground, which is not run again', async () => {
    const sandbox = await running({ restartOnGone: true })
    let heard = ''
    const options = { onStdout: (text: string) => void (heard += text) }
    const command = sandbox.executeCommand('echo run >> log; echo begun; sleep 60', [], options)
    await expect.poll(() => heard).toBe('begun\n')
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    expect(await command).toMatchObject({ exitCode: 137, killed: true, stdout: 'begun\n' })
    expect(creations(after)).toBe(0)
    expect((await sandbox.executeCommand('pgrep -fx "sleep 60"')).stdout).toBe('')
  })
})

it('a late error of an old machine leaves its successor alone', async () => {
  const sandbox = target.make({ restartOnGone: true })
  await sandbox.start()
  const { sandboxId: oldId = '' } = sandbox
  const late = target.emulator.faults.next(routes.exec, { latencyMs: 1500 })
  const reading = seePlatform(sandbox.executeCommand('true'))
  while (late.hits === 0) await wait(5)
  await target.emulator.faults.kill(oldId)
  expect(await sandbox.executeCommand('echo new > file; cat file')).toMatchObject({ stdout: 'new\n' })
  const { sandboxId } = sandbox
  expect(sandboxId).not.toBe(oldId)
  await reading
  expect([sandbox.status, sandbox.sandboxId]).toEqual(['running', sandboxId])
  expect(await sandbox.executeCommand('cat file')).toMatchObject({ stdout: 'new\n' })
  expect(await livingCount(target)).toBe(1)
})
