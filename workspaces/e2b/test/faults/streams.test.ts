import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultOptions } from '@caisson/emulators'
import type { E2BSandbox } from '../../src/index.js'
import { untilQuiet } from '../budget/until-quiet.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
let sandbox: E2BSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
  await untilQuiet(target.emulator)
})
afterEach(() => {
  target.emulator.faults.clear()
})
afterAll(() => sandbox.destroy())

const start = 'POST /process.Process/Start'
const lines = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

describe('output of a command whose stream is cut arrives exactly once', () => {
  const cuts: readonly (readonly [string, FaultOptions])[] = [
    ['in the middle', { cutAfterBytes: 50_000 }],
    ['early', { cutAfterBytes: 700 }],
    ['after its first event', { cutAfterFirstEvent: true }],
    ['in the middle, three times', { cutAfterBytes: 40_000, times: 3 }],
  ]
  it.each(cuts)('%s', async (_name, fault) => {
    const ordered = target.emulator.faults.next(start, fault)
    const heard: string[] = []
    const result = await sandbox.executeCommand('echo run >> runs; seq 20000; echo done >&2; exit 3', [], {
      onStdout: (text) => void heard.push(text),
    })
    expect(ordered.hits).toBe(fault.times ?? 1)
    expect(result).toMatchObject({ exitCode: 3, stderr: 'done\n' })
    expect(sha256(result.stdout)).toBe(sha256(lines))
    expect(sha256(heard.join(''))).toBe(sha256(lines))
    expect(await sandbox.executeCommand('cat runs; rm runs')).toMatchObject({ stdout: 'run\n' })
  })

  it('although nothing comes of the first look at the rest', async () => {
    target.emulator.faults.next(start, { cutAfterBytes: 5000 })
    const lost = target.emulator.faults.next(start, { loseResponse: true })
    const result = await sandbox.executeCommand('echo run >> looks; seq 20000; exit 3')
    expect(lost.hits).toBe(1)
    expect(result).toMatchObject({ exitCode: 3 })
    expect(sha256(result.stdout)).toBe(sha256(lines))
    expect(await sandbox.executeCommand('cat looks; rm looks')).toMatchObject({ stdout: 'run\n' })
  })

  it('byte for byte, where text was cut within a character', async () => {
    target.emulator.faults.next(start, { cutAfterBytes: 2001 })
    const process = await sandbox.processes.spawn('i=0; while [ $i -lt 2000 ]; do printf "é€😀"; i=$((i+1)); done')
    await process.wait()
    expect(Buffer.from(process.stdoutBytes).toString()).toBe('é€😀'.repeat(2000))
  })

  it('while the command goes on printing', async () => {
    target.emulator.faults.next(start, { cutAfterBytes: 900, times: 2 })
    const result = await sandbox.executeCommand('for i in 1 2 3 4 5 6; do seq 100; sleep 0.1; done')
    expect(result.stdout).toBe(lines.slice(0, lines.indexOf('\n100\n') + 5).repeat(6))
  })

  it('and input still reaches the command', async () => {
    target.emulator.faults.next(start, { cutAfterFirstEvent: true })
    const process = await sandbox.processes.spawn('cat')
    await process.sendStdin('one\n')
    await wait(100)
    await process.sendStdin('two\n')
    await process.closeStdin?.()
    expect(await process.wait()).toMatchObject({ exitCode: 0, stdout: 'one\ntwo\n' })
  })
})

it('a command whose stream stays cut is an honest error with what came, and its output can be had later', async () => {
  // The first stream is cut after some output; nothing that is started afterwards is answered.
  target.emulator.faults.next(start, { cutAfterBytes: 2000 })
  const process = await sandbox.processes.spawn('echo run >> once; seq 1000')
  target.emulator.faults.next(start, { status: 503, times: Number.POSITIVE_INFINITY })
  await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(process.exitCode).toBeUndefined()
  target.emulator.faults.clear()
  const found = await sandbox.processes.get(process.pid)
  expect(await found?.wait()).toMatchObject({ exitCode: 0, stdout: lines.slice(0, lines.indexOf('\n1000\n') + 6) })
  expect(await sandbox.executeCommand('cat once')).toMatchObject({ stdout: 'run\n' })
})
