import { setTimeout as wait } from 'node:timers/promises'
import { see } from '@caisson/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProcessHandle } from '@caisson/core'
import type { E2BSandbox, E2BSandboxOptions } from '../../src/index.js'
import { untilQuiet } from '../budget/until-quiet.js'
import { useEmulated } from '../support/emulated.js'
import { creationsAfter, machinesOf } from './support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

/** Ways to lose a machine without having asked for it. */
const losses = [
  { loss: 'killed', happen: 'kill', isGone: true },
  { loss: 'killed at the end of its lifetime', happen: 'expire', isGone: true, onTimeout: 'kill' },
  { loss: 'paused', happen: 'pause', isGone: false },
  { loss: 'paused at the end of its lifetime', happen: 'expire', isGone: false, onTimeout: 'pause' },
] as const

type Loss = (typeof losses)[number]

async function running(loss: Loss, options: E2BSandboxOptions = {}): Promise<E2BSandbox> {
  const lifecycle = 'onTimeout' in loss ? { onTimeout: loss.onTimeout } : undefined
  const sandbox = target.make({ lifecycle, ...options })
  await sandbox.executeCommand('echo kept > kept.txt')
  await untilQuiet(target.emulator)
  return sandbox
}

async function lose({ happen }: Loss, sandbox: E2BSandbox): Promise<void> {
  await target.emulator.faults[happen](sandbox.sandboxId ?? '')
}

const keptText = ({ isGone }: Loss): string => (isGone ? '' : 'kept\n')

describe.each(losses)('a machine that is $loss', (loss) => {
  it('makes one new machine only when it is gone; a command that had not started runs once', async () => {
    const sandbox = await running(loss)
    const after = target.emulator.journal.last
    const { sandboxId } = sandbox
    await lose(loss, sandbox)
    const { stdout } = await sandbox.executeCommand('cat kept.txt 2>/dev/null; echo run >> log; cat log')
    expect(stdout).toBe(`${keptText(loss)}run\n`)
    expect(creationsAfter(target, after)).toBe(loss.isGone ? 1 : 0)
    expect(sandbox.sandboxId === sandboxId).toBe(!loss.isGone)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it('is a typed error with restartOnGone off, and nothing is made', async () => {
    const sandbox = await running(loss, { restartOnGone: false })
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    const expected = loss.isGone ? 'SandboxGoneError GONE safe' : 'SandboxProviderError UNAVAILABLE safe'
    expect(await see(sandbox.executeCommand('true'))).toBe(expected)
    expect(sandbox.status).not.toBe('running')
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes', after })).toBe(0)
  })

  it('is one restart for callers at the same time', async () => {
    const sandbox = await running(loss)
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    const results = await Promise.all([1, 2, 3, 4].map((number) => sandbox.executeCommand(`echo ${number}`)))
    expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n', '4\n'])
    const attachments = target.emulator.journal.count({ route: 'POST /v2/sandboxes/{id}/connect', after })
    expect([creationsAfter(target, after), attachments]).toEqual(loss.isGone ? [1, 0] : [0, 1])
  })

  it.each([
    ['list', (sandbox: E2BSandbox) => sandbox.processes.list()],
    ['readFile', async (sandbox: E2BSandbox) => sandbox.filesystem?.readFile('/etc/hostname')],
    ['stat', async (sandbox: E2BSandbox) => sandbox.filesystem?.stat('/etc/hostname')],
    ['exists', async (sandbox: E2BSandbox) => sandbox.filesystem?.exists('/etc/hostname')],
  ])('is not noticed by %s, which only reads and is done on the next one', async (_name, call) => {
    const sandbox = await running(loss)
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    expect(await see(call(sandbox))).toBe('done')
    expect(creationsAfter(target, after)).toBe(loss.isGone ? 1 : 0)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it.each([
    ['writeFiles', (sandbox: E2BSandbox) => sandbox.writeFiles([{ path: '/tmp/file', content: '1' }])],
    ['mkdir', async (sandbox: E2BSandbox) => sandbox.filesystem?.mkdir('/tmp/made')],
  ])('is told by %s, which may have had its effect; the next one finds a machine', async (_name, call) => {
    const sandbox = await running(loss)
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    const expected = loss.isGone ? 'SandboxGoneError GONE ambiguous' : 'SandboxProviderError UNAVAILABLE ambiguous'
    expect(await see(call(sandbox))).toBe(expected)
    expect(await see(call(sandbox))).toBe('done')
    expect(creationsAfter(target, after)).toBe(loss.isGone ? 1 : 0)
    expect(await machinesOf(target, sandbox.id)).toHaveLength(1)
  })

  it('is not believed lost while the control plane cannot be asked', async () => {
    const sandbox = await running(loss)
    const after = target.emulator.journal.last
    await lose(loss, sandbox)
    target.emulator.faults.next('GET /sandboxes/{id}', { status: 503 })
    expect(await see(sandbox.executeCommand('true'))).toBe('SandboxProviderError UNAVAILABLE safe')
    expect(sandbox.status).toBe('running')
    expect(target.emulator.journal.count({ route: 'POST /v2/sandboxes', after })).toBe(0)
    expect(await sandbox.executeCommand('cat kept.txt')).toMatchObject({ stdout: keptText(loss) })
  })

  it('does not keep stop and destroy from being done', async () => {
    const sandbox = await running(loss)
    await lose(loss, sandbox)
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await sandbox.start()
    await lose(loss, sandbox)
    await sandbox.destroy()
    expect(await machinesOf(target, sandbox.id)).toEqual([])
  })
})

const text = 'echo run >> log; echo first; while [ ! -e go ]; do sleep 0.05; done; echo second'

/** Starts a command and loses its machine after its first output. */
async function loseDuring(loss: Loss): Promise<{ sandbox: E2BSandbox; process: ProcessHandle }> {
  const sandbox = await running(loss)
  const process = await sandbox.processes.spawn(text)
  while (process.stdout === '') await wait(5)
  await lose(loss, sandbox)
  return { sandbox, process }
}

it.each(losses.filter(({ isGone }) => isGone))(
  'a command that runs while its machine is $loss ends with it, and is not run again',
  async (loss) => {
    const { sandbox, process } = await loseDuring(loss)
    expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true, stdout: 'first\n' })
    expect(await sandbox.executeCommand('cat log')).toMatchObject({ exitCode: 1 })
  },
)

it.each(losses.filter(({ isGone }) => !isGone))(
  'the end of a command whose machine is $loss is not made up; it goes on, and is read on, after the next start',
  async (loss) => {
    const { sandbox, process } = await loseDuring(loss)
    await expect(process.wait()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retry: 'ambiguous',
      partialOutput: { stdout: 'first\n' },
    })
    expect(await sandbox.executeCommand('touch go; cat log')).toMatchObject({ stdout: 'run\n' })
    const found = await sandbox.processes.get(process.pid)
    expect(await found?.wait()).toMatchObject({ exitCode: 0, stdout: 'first\nsecond\n' })
  },
)

it('a late error of an old machine leaves its successor alone', async () => {
  const sandbox = target.make()
  await sandbox.start()
  const { sandboxId: oldId = '' } = sandbox
  const late = target.emulator.faults.next('POST /filesystem.Filesystem/MakeDir', { latencyMs: 1500 })
  const making = see(sandbox.filesystem?.mkdir('/tmp/late') ?? Promise.resolve())
  while (late.hits === 0) await wait(5)
  await target.emulator.faults.kill(oldId)
  expect(await sandbox.executeCommand('echo new > file; cat file')).toMatchObject({ stdout: 'new\n' })
  const { sandboxId } = sandbox
  expect(sandboxId).not.toBe(oldId)
  expect(await making).toBe('SandboxGoneError GONE ambiguous')
  expect(sandbox.status).toBe('running')
  expect(sandbox.sandboxId).toBe(sandboxId)
  expect(await sandbox.executeCommand('cat file')).toMatchObject({ stdout: 'new\n' })
  expect((await machinesOf(target, sandbox.id)).map((machine) => machine.sandboxId)).toEqual([sandboxId])
})
