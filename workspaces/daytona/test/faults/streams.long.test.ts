import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultOptions } from '@caisson/emulators'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { routes } from './support/routes.js'

const target = useEmulated()
let sandbox: DaytonaSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterEach(() => {
  target.emulator.faults.clear()
})
afterAll(() => sandbox.destroy())

const lines = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')
const linesUpTo = (last: number): string => lines.slice(0, lines.indexOf(`\n${last}\n`) + `\n${last}\n`.length)

describe('output of a command whose stream is cut arrives exactly once', () => {
  const cuts: readonly (readonly [string, FaultOptions])[] = [
    ['before anything', { resetConnection: true }],
    ['after one byte', { cutAfterBytes: 1 }],
    ['early', { cutAfterBytes: 700 }],
    ['in the middle', { cutAfterBytes: 50_000 }],
    ['after its first event', { cutAfterFirstEvent: true }],
    ['in the middle, three times', { cutAfterBytes: 40_000, times: 3 }],
  ]
  it.each(cuts)('%s', async (_name, fault) => {
    const ordered = target.emulator.faults.next(routes.logs, fault)
    const heard: string[] = []
    const result = await sandbox.executeCommand('echo run >> runs; seq 20000; echo done >&2; exit 3', [], {
      onStdout: (text) => void heard.push(text),
    })
    expect(ordered.hits).toBeGreaterThan(0)
    expect(result).toMatchObject({ exitCode: 3, stderr: 'done\n' })
    expect(sha256(result.stdout)).toBe(sha256(lines))
    expect(sha256(heard.join(''))).toBe(sha256(lines))
    expect(await sandbox.executeCommand('cat runs; rm runs')).toMatchObject({ stdout: 'run\n' })
  })

  it('byte for byte, where text was cut within a character', async () => {
    target.emulator.faults.next(routes.logs, { cutAfterBytes: 2001 })
    const process = await sandbox.processes.spawn('i=0; while [ $i -lt 2000 ]; do printf "é€😀"; i=$((i+1)); done')
    await process.wait()
    expect(Buffer.from(process.stdoutBytes).toString()).toBe('é€😀'.repeat(2000))
  })

  it('while the command goes on printing', async () => {
    const cut = target.emulator.faults.next(routes.logs, { cutAfterBytes: 900, times: 2 })
    const result = await sandbox.executeCommand('for i in 1 2 3 4 5 6; do seq 100; sleep 0.2; done', [], {
      onStdout: () => undefined,
    })
    expect(cut.hits).toBe(2)
    expect(result.stdout).toBe(linesUpTo(100).repeat(6))
  })

  it('and input still reaches the command', async () => {
    target.emulator.faults.next(routes.logs, { cutAfterFirstEvent: true })
    const process = await sandbox.processes.spawn('cat')
    await process.sendStdin('one\n')
    await wait(100)
    await process.sendStdin('two\n')
    await process.closeStdin?.()
    expect(await process.wait()).toMatchObject({ exitCode: 0, stdout: 'one\ntwo\n' })
  })
})

describe('a proxy that cuts a request whose command goes on', () => {
  const cuts: readonly (readonly [string, FaultOptions])[] = [
    ['ends the connection', { loseResponse: true }],
    ['gives half of the answer', { cutAfterBytes: 100 }],
  ]
  it.each(cuts)('%s: the command runs once and its end is told [BR-076]', async (_name, fault) => {
    const cut = target.emulator.faults.next(routes.script, fault)
    const result = await sandbox.executeCommand('echo run >> runs; sleep 1; seq 20000; echo end >&2; exit 4')
    expect(cut.hits).toBe(1)
    expect(result).toMatchObject({ exitCode: 4, stderr: 'end\n' })
    expect(sha256(result.stdout)).toBe(sha256(lines))
    expect(await sandbox.executeCommand('cat runs; rm runs')).toMatchObject({ stdout: 'run\n' })
  })
})

it('a command that cannot be followed any more is an honest error with what came; its output can be had later', async () => {
  // The first stream is cut after some output; nothing that is asked for afterwards is answered.
  target.emulator.faults.next(routes.logs, { cutAfterBytes: 2000 })
  const process = await sandbox.processes.spawn('echo run >> once; seq 1000; while [ ! -e go ]; do sleep 0.05; done')
  while (process.stdout === '') await wait(5)
  const rest = [routes.script, routes.session, routes.run, routes.logs]
  target.emulator.faults.next(rest, { status: 503, times: Number.POSITIVE_INFINITY })
  await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
  expect(process.exitCode).toBeUndefined()
  target.emulator.faults.clear()
  const found = await sandbox.processes.get(process.pid)
  await sandbox.executeCommand('touch go')
  expect(await found?.wait()).toMatchObject({ exitCode: 0, stdout: linesUpTo(1000) })
  expect(await sandbox.executeCommand('cat once')).toMatchObject({ stdout: 'run\n' })
})
