import { setTimeout as wait } from 'node:timers/promises'
import { see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProcessHandle } from '@caisson/core'
import type { DaytonaSandbox, DaytonaSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { creationsAfter, machinesOf } from './support/machines.js'
import { routes } from './support/routes.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

interface Loss {
  readonly loss: string
  happen(sandboxId: string): Promise<void>
  /** Only a new machine can take its place. */
  readonly isGone: boolean
}

/** Ways to lose a machine without having asked for it. */
const losses: readonly Loss[] = [
  { loss: 'killed', happen: (id) => target.emulator.faults.kill(id), isGone: true },
  { loss: 'broken', happen: (id) => target.emulator.faults.fail(id, 'the disk is full'), isGone: true },
  { loss: 'stopped, as by its interval', happen: (id) => target.emulator.faults.stop(id), isGone: false },
  { loss: 'archived', happen: (id) => target.emulator.faults.archive(id), isGone: false },
]

async function running(options: DaytonaSandboxOptions = {}): Promise<DaytonaSandbox> {
  const sandbox = target.make(options)
  await sandbox.executeCommand('echo kept > kept.txt')
  return sandbox
}

async function lose({ happen }: Loss, sandbox: DaytonaSandbox): Promise<void> {
  await happen(sandbox.sandboxId ?? '')
}

const keptText = ({ isGone }: Loss): string => (isGone ? '' : 'kept\n')
const listener = { onStdout: () => undefined }

describe.each(losses)('a machine that is $loss', (loss) => {
  it.each([
    ['to which nobody listens', undefined],
    ['with a listener', listener],
    ['with a listener and an environment', { ...listener, env: { A: 'b' } }],
  ])('makes one new machine only when it is gone; a command %s runs once', async (_name, options) => {
    const sandbox = await running()
    const after = target.emulator.journal.last
    const { sandboxId } = sandbox
    await lose(loss, sandbox)
    const text = 'cat kept.txt 2>/dev/null; echo run >> log; cat log'
    expect((await sandbox.executeCommand(text, [], options)).stdout).toBe(`${keptText(loss)}run\n`)
    expect(creationsAfter(target, after)).toBe(loss.isGone ? 1 : 0)
    expect(sandbox.sandboxId === sandboxId).toBe(!loss.isGone)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it('is noticed in a session that was used before as well', async () => {
    const sandbox = await running()
    await sandbox.executeCommand('true', [], listener)
    await lose(loss, sandbox)
    const result = await sandbox.executeCommand('echo run >> log; cat log', [], listener)
    expect(result.stdout).toBe('run\n')
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it('is a typed error with restartOnGone off, and nothing is made', async () => {
    const sandbox = await running({ restartOnGone: false })
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    const expected = loss.isGone ? 'SandboxGoneError GONE safe' : 'SandboxProviderError UNAVAILABLE safe'
    expect(await see(sandbox.executeCommand('true'))).toBe(expected)
    expect(sandbox.status).not.toBe('running')
    expect(target.emulator.journal.count({ route: routes.create, after })).toBe(0)
  })

  it('is one restart for callers at the same time', async () => {
    const sandbox = await running()
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    const results = await Promise.all([1, 2, 3, 4].map((number) => sandbox.executeCommand(`echo ${number}`)))
    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n', '4\n'])
    const wakings = target.emulator.journal.count({ route: routes.wake, after })
    expect([creationsAfter(target, after), wakings]).toEqual(loss.isGone ? [1, 0] : [0, 1])
  })

  it.each([
    ['list', (sandbox: DaytonaSandbox) => sandbox.processes.list()],
    ['readFile', async (sandbox: DaytonaSandbox) => sandbox.filesystem?.readFile('/etc/hostname')],
    ['stat', async (sandbox: DaytonaSandbox) => sandbox.filesystem?.stat('/etc/hostname')],
    ['writeFiles', (sandbox: DaytonaSandbox) => sandbox.writeFiles([{ path: '/tmp/file', content: '1' }])],
    ['mkdir', async (sandbox: DaytonaSandbox) => sandbox.filesystem?.mkdir('/tmp/made')],
  ])('is not noticed by %s, which is refused before it begins', async (_name, call) => {
    const sandbox = await running()
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    expect(await see(call(sandbox))).toBe('done')
    expect(creationsAfter(target, after)).toBe(loss.isGone ? 1 : 0)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it('is not believed lost while the control plane cannot be asked', async () => {
    const sandbox = await running()
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    target.emulator.faults.next(routes.look, { status: 503 })
    expect(await see(sandbox.executeCommand('true'))).toMatch(/^SandboxProviderError [A-Z_]+ safe$/)
    expect(sandbox.status).toBe('running')
    expect(target.emulator.journal.count({ route: routes.create, after })).toBe(0)
    expect(await sandbox.executeCommand('cat kept.txt')).toMatchObject({ stdout: keptText(loss) })
  })

  it('does not keep stop and destroy from being done', async () => {
    const sandbox = await running()
    await lose(loss, sandbox)
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await sandbox.start()
    await lose(loss, sandbox)
    await sandbox.destroy()
    expect(await machinesOf(target, sandbox.id)).toEqual([])
  })

  it('ends a command that runs in it, which is not run again', async () => {
    const sandbox = await running()
    const process: ProcessHandle = await sandbox.processes.spawn('echo run >> log; echo first; sleep 60; echo second')
    while (process.stdout === '') await wait(5)
    await lose(loss, sandbox)
    expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true, stdout: 'first\n' })
    const { stdout } = await sandbox.executeCommand('cat log 2>/dev/null')
    expect(stdout).toBe(loss.isGone ? '' : 'run\n')
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it('ends a command to which nobody listens, which is not run again', async () => {
    const sandbox = await running()
    const { sandboxId: id = '' } = sandbox
    const other = sandbox.clone({ id: sandbox.id })
    await other.start()
    const command = sandbox.executeCommand('echo run >> log; touch begun; sleep 60')
    const ended = command.catch((error: unknown) => error)
    await expect.poll(() => other.filesystem?.exists('begun')).toBe(true)
    await loss.happen(id)
    expect(await ended).toMatchObject({ code: loss.isGone ? 'GONE' : 'UNAVAILABLE', retry: 'ambiguous' })
    const { stdout } = await sandbox.executeCommand('cat log 2>/dev/null')
    expect(stdout).toBe(loss.isGone ? '' : 'run\n')
  })
})

it('a late error of an old machine leaves its successor alone', async () => {
  const sandbox = target.make()
  await sandbox.start()
  const { sandboxId: oldId = '' } = sandbox
  const late = target.emulator.faults.next(routes.download, { latencyMs: 1500 })
  const reading = see(sandbox.filesystem?.readFile('/etc/hosts') ?? Promise.resolve())
  while (late.hits === 0) await wait(5)
  await target.emulator.faults.kill(oldId)
  expect(await sandbox.executeCommand('echo new > file; cat file')).toMatchObject({ stdout: 'new\n' })
  const { sandboxId } = sandbox
  expect(sandboxId).not.toBe(oldId)
  await reading
  expect(sandbox.status).toBe('running')
  expect(sandbox.sandboxId).toBe(sandboxId)
  expect(await sandbox.executeCommand('cat file')).toMatchObject({ stdout: 'new\n' })
  expect((await machinesOf(target, sandbox.id)).map((machine) => machine.id)).toEqual([sandboxId])
})
