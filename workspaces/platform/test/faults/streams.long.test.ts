import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExecCut } from '@caisson/emulators'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SandboxExecTransportError, type PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { routes } from './support/routes.js'

const lines = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')
const linesUpTo = (last: number): string => lines.slice(0, lines.indexOf(`\n${last}\n`) + `\n${last}\n`.length)
const text = 'echo run >> runs; seq 20000; echo done >&2; exit 3'

const cuts: readonly (readonly [string, ExecCut, number])[] = [
  ['before it opens', 'beforeOpen', 1],
  ['after one byte', 'afterFirstByte', 1],
  ['early', { afterBytes: 700 }, 1],
  ['in the middle', { afterBytes: 50_000 }, 1],
  ['in the middle, three times', { afterBytes: 30_000 }, 3],
  ['before the end is told', 'beforeExit', 1],
  ['before the end is told, twice', 'beforeExit', 2],
]

describe('where the platform keeps commands for those who come again', () => {
  const target = useEmulated()
  let sandbox: PlatformSandbox
  beforeAll(async () => {
    sandbox = target.make()
    await sandbox.start()
  })
  afterEach(() => target.emulator.faults.clear())
  afterAll(() => sandbox.destroy())

  describe('output of a command whose socket is cut arrives exactly once', () => {
    it.each(cuts)('%s', async (_name, cut, times) => {
      const ordered = target.emulator.faults.cutExec(cut, { times })
      const heard: string[] = []
      const onStdout = (piece: string): void => void heard.push(piece)
      const result = await sandbox.executeCommand(text, [], { onStdout })
      expect(ordered.hits).toBe(times)
      expect(result).toMatchObject({ exitCode: 3, stderr: 'done\n' })
      expect(sha256(result.stdout)).toBe(sha256(lines))
      expect(sha256(heard.join(''))).toBe(sha256(lines))
      expect(await sandbox.executeCommand('cat runs; rm runs')).toMatchObject({ stdout: 'run\n' })
    })

    it.each([1, 2000, 2001, 2002, 2003])('byte for byte, cut after %i bytes of long characters', async (afterBytes) => {
      const cut = target.emulator.faults.cutExec({ afterBytes })
      const result = await sandbox.executeCommand('i=0; while [ $i -lt 2000 ]; do printf "é€😀"; i=$((i+1)); done')
      expect(cut.hits).toBe(1)
      expect(result.stdout).toBe('é€😀'.repeat(2000))
    })

    it('while the command goes on printing', async () => {
      const cut = target.emulator.faults.cutExec({ afterBytes: 900 }, { times: 2 })
      const result = await sandbox.executeCommand('for i in 1 2 3 4 5 6; do seq 100; sleep 0.2; done')
      expect(cut.hits).toBe(2)
      expect(result.stdout).toBe(linesUpTo(100).repeat(6))
    })

    it('also with a lease that nobody takes any more', async () => {
      target.emulator.faults.cutExec({ afterBytes: 900 })
      const command = sandbox.executeCommand('seq 100; sleep 1; seq 100; sleep 1; seq 1000')
      target.emulator.faults.expireLeases()
      expect((await command).stdout).toBe(linesUpTo(100).repeat(2) + linesUpTo(1000))
    })
  })

  it('a command that is not kept any more is an honest error, never another end and never another run', async () => {
    const cut = target.emulator.faults.cutExec({ afterBytes: 4 })
    const command = sandbox.executeCommand('echo run >> once; sleep 1; echo out; sleep 1; exit 7')
    const ended = command.catch((error: unknown) => error)
    await expect.poll(async () => (await sandbox.filesystem?.exists('once')) ?? false).toBe(true)
    await target.emulator.faults.dropSessions(sandbox.sandboxId ?? '')
    expect(await ended).toMatchObject({ name: 'SandboxExecTransportError', retry: 'ambiguous', opened: true })
    expect(cut.hits).toBe(1)
    await wait(1500)
    expect(await sandbox.executeCommand('cat once; rm once')).toMatchObject({ stdout: 'run\n' })
  })

  it.each([
    ['runs out of time', () => ({ timeout: 1500 }), { exitCode: 124, timedOut: true }],
    ['is aborted', () => ({ abortSignal: AbortSignal.timeout(1500) }), { killed: true }],
  ])(
    'a command that %s while its socket cannot be opened again is ended all the same',
    async (_name, optionsOf, end) => {
      target.emulator.faults.cutExec('afterFirstByte')
      target.emulator.faults.cutExec('beforeOpen', { times: 2 })
      expect(await sandbox.executeCommand('echo on; exec sleep 5432', [], optionsOf())).toMatchObject(end)
      const running = async (): Promise<string> => (await sandbox.executeCommand('pgrep -fx "sleep 5432"')).stdout
      await expect.poll(running).toBe('')
    },
  )
})

describe('where the platform keeps no commands', () => {
  const target = useEmulated({ durableSessions: false })
  let sandbox: PlatformSandbox
  beforeAll(async () => {
    sandbox = target.make()
    await sandbox.start()
  })
  afterEach(() => target.emulator.faults.clear())
  afterAll(() => sandbox.destroy())

  it('a socket that never opens is opened once more, and the command runs once', async () => {
    target.emulator.faults.cutExec('beforeOpen')
    expect(await sandbox.executeCommand('echo run >> first; cat first')).toMatchObject({ stdout: 'run\n' })
  })

  it('one that cannot be opened again either is told as such: nothing has begun', async () => {
    target.emulator.faults.cutExec('beforeOpen', { times: 2 })
    const error: unknown = await sandbox.executeCommand('touch begun').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SandboxExecTransportError)
    expect(error).toMatchObject({ attempts: 2, opened: false, retry: 'safe', command: 'touch begun' })
    expect(await sandbox.filesystem?.exists('begun')).toBe(false)
  })

  const lost: readonly (readonly [string, ExecCut, number])[] = [
    ['once it is open', 'afterOpen', 0],
    ['once the command was read', 'afterInit', 1],
    ['after one byte', 'afterFirstByte', 1],
    ['in the middle', { afterBytes: 50_000 }, 1],
    ['before the end is told', 'beforeExit', 1],
  ]
  it.each(lost)(
    '[BR-076] a socket that is cut %s is an honest error, and nothing runs twice',
    async (_name, cut, runs) => {
      const ordered = target.emulator.faults.cutExec(cut)
      const ended: unknown = await sandbox.executeCommand(text).catch((error: unknown) => error)
      expect(ended).toBeInstanceOf(SandboxExecTransportError)
      expect(ended).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous', opened: true, attempts: 1 })
      expect(ordered.hits).toBe(1)
      const count = async (): Promise<string> => (await sandbox.executeCommand('cat runs 2>/dev/null | wc -l')).stdout
      await expect.poll(count).toMatch(new RegExp(`^\\s*${runs}\\n$`))
      await wait(300)
      expect(Number(await count())).toBe(runs)
      await sandbox.executeCommand('rm -f runs')
    },
  )

  it.each(cuts)('processes that were spawned are followed all the same: %s', async (_name, cut, times) => {
    const ordered = target.emulator.faults.cutExec(cut, { times })
    const process = await sandbox.processes.spawn('echo run >> runs; seq 20000; echo done >&2; exit 3')
    const result = await process.wait()
    expect(ordered.hits).toBeGreaterThan(0)
    target.emulator.faults.clear()
    expect(result).toMatchObject({ exitCode: 3, stderr: 'done\n' })
    expect(sha256(result.stdout)).toBe(sha256(lines))
    expect(await sandbox.executeCommand('cat runs; rm runs')).toMatchObject({ stdout: 'run\n' })
  })

  it('a process that cannot be followed is an honest error with what came; its output can be had later', async () => {
    target.emulator.faults.cutExec({ afterBytes: 2000 })
    const process = await sandbox.processes.spawn('echo run >> once; seq 1000; while [ ! -e go ]; do sleep 0.05; done')
    while (process.stdout === '') await wait(5)
    target.emulator.faults.next(routes.exec, { status: 503, times: Number.POSITIVE_INFINITY })
    await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(process.exitCode).toBeUndefined()
    target.emulator.faults.clear()
    const found = await sandbox.processes.get(process.pid)
    await sandbox.executeCommand('touch go')
    expect(await found?.wait()).toMatchObject({ exitCode: 0, stdout: linesUpTo(1000) })
    expect(await sandbox.executeCommand('cat once')).toMatchObject({ stdout: 'run\n' })
  })
})
