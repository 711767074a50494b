import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sh, type ShellCommand } from '@caisson/core/driver'
import type { LineStream } from '@caisson/kit/relay'
import type { DaytonaDriver } from '../../src/driver/daytona-driver.js'
import type { DaytonaMachine } from '../../src/driver/daytona-machine.js'
import { acquire, useDrivers } from '../support/driver-bench.js'

const bench = useDrivers()
const creation = 'POST /toolbox/process/session'
const exec = 'POST /toolbox/process/session/{id}/exec'
const logs = 'WS /toolbox/process/session/{id}/command/{id}/logs'
const deletion = 'DELETE /toolbox/process/session/{id}'
/** A session is not deleted at once whose script may still be about to start a command. */
const inAMoment = { timeout: 10_000 }
let driver: DaytonaDriver
let machine: DaytonaMachine

beforeEach(async () => {
  driver = bench.drive()
  machine = await driver.create(acquire('box'))
})
afterEach(() => bench.emulator.reset())

interface Opened {
  readonly lines: readonly string[]
  readonly stream: LineStream
}

async function open(script: ShellCommand, signal?: AbortSignal): Promise<Opened> {
  const lines: string[] = []
  return { lines, stream: await driver.openLines(machine, script, (line) => void lines.push(line), signal) }
}

async function linesOf(script: ShellCommand): Promise<readonly string[]> {
  const { lines, stream } = await open(script)
  await stream.ended
  return lines
}

/** Sessions in the machine, as the vendor lists them. */
async function sessions(): Promise<number> {
  return (await machine.sandbox.process.listSessions()).length
}

function requestsAfter(number: number): Readonly<Record<string, number>> {
  return bench.emulator.journal.routes({ after: number })
}

describe('a script in a session', () => {
  it('gives its lines while it runs, with three requests', async () => {
    const before = bench.emulator.journal.last
    const { lines, stream } = await open(sh`echo first; while [ ! -e /tmp/go ]; do sleep 0.02; done; echo second`)
    await expect.poll(() => lines).toEqual(['first'])
    expect(requestsAfter(before)).toEqual({ [creation]: 1, [exec]: 1, [logs]: 1 })
    await driver.run(machine, sh`touch /tmp/go`, {})
    await stream.ended
    expect(lines).toEqual(['first', 'second'])
  })

  it('the next one takes the same session: two requests, and no state of the first', async () => {
    await linesOf(sh`echo one`)
    const before = bench.emulator.journal.last
    expect(await linesOf(sh`echo two`)).toEqual(['two'])
    expect(requestsAfter(before)).toEqual({ [exec]: 1, [logs]: 1 })
    expect(await sessions()).toBe(1)
  })

  it('one whose first reader has heard enough is waited for, which is quicker than a new one', async () => {
    let stream: LineStream | undefined
    await new Promise<void>((heard, fail) => {
      const opening = driver.openLines(machine, sh`echo last; sleep 0.05`, () => heard(), undefined)
      opening.then((opened) => void (stream = opened), fail)
    })
    expect(await linesOf(sh`echo next`)).toEqual(['next'])
    await stream?.ended
    expect(bench.emulator.journal.count({ route: creation })).toBe(1)
  })

  it('scripts at the same time have a session each', async () => {
    const opened = await Promise.all([1, 2, 3].map((number) => open(sh`echo ${number}; sleep 0.3; echo end`)))
    await Promise.all(opened.map(({ stream }) => stream.ended))
    expect(opened.map(({ lines }) => lines)).toEqual([1, 2, 3].map((number) => [String(number), 'end']))
    expect(await sessions()).toBe(3)
  })

  it('lines arrive whole and in order, however many', async () => {
    const lines = await linesOf(
      sh`i=0; while [ $i -lt 3000 ]; do echo "line $i xxxxxxxxxxxxxxxxxxxx"; i=$((i+1)); done`,
    )
    expect(lines).toEqual(Array.from({ length: 3000 }, (_value, index) => `line ${index} xxxxxxxxxxxxxxxxxxxx`))
  })

  it('a long line as well', async () => {
    const lines = await linesOf(sh`head -c 16000 /dev/zero | tr '\\0' 'a'; echo; echo b`)
    expect(lines).toEqual(['a'.repeat(16_000), 'b'])
  })

  it('what it prints on stderr is lost, and in nobody’s way', async () => {
    expect(await linesOf(sh`echo oops >&2; echo fine; echo oops >&2`)).toEqual(['fine'])
  })
})

describe('sessions are released', () => {
  it('one whose script was given up is deleted, with what ran in it', async () => {
    const { lines, stream } = await open(sh`echo on; sleep 60; echo off`)
    await expect.poll(() => lines).toEqual(['on'])
    stream.close()
    await expect.poll(sessions).toBe(0)
    expect((await driver.run(machine, sh`pgrep -x sleep || echo none`, {})).stdout.toString()).toBe('none\n')
    expect(lines).toEqual(['on'])
    expect(await linesOf(sh`echo next`)).toEqual(['next'])
  })

  it('closing after the end does nothing', async () => {
    const { stream } = await open(sh`echo on`)
    await stream.ended
    stream.close()
    expect(await linesOf(sh`echo next`)).toEqual(['next'])
    expect(bench.emulator.journal.count({ route: deletion })).toBe(0)
  })

  it('of those that are free, four are kept', async () => {
    const opened = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => open(sh`echo ${number}; sleep 0.2`)))
    await Promise.all(opened.map(({ stream }) => stream.ended))
    await expect.poll(sessions).toBe(4)
  })

  it('one that has had fifty scripts is replaced', async () => {
    for (let count = 0; count < 51; count += 1) await linesOf(sh`echo ${count}`)
    await expect.poll(() => bench.emulator.journal.count({ route: deletion })).toBe(1)
    expect(bench.emulator.journal.count({ route: creation })).toBe(2)
  })

  it('nothing is asked for the sake of a machine that was let go of', async () => {
    await linesOf(sh`echo on`)
    driver.detach(machine)
    const before = bench.emulator.journal.last
    machine.sessions.discard({ id: 'any', scriptCount: 0, printedLength: 0, printedAtMs: 0 })
    expect(bench.emulator.journal.last).toBe(before)
  })
})

describe('a session that is lost', () => {
  it('is replaced, and the script runs once', async () => {
    await linesOf(sh`echo one`)
    for (const { sessionId } of await machine.sandbox.process.listSessions()) {
      await machine.sandbox.process.deleteSession(sessionId)
    }
    expect(await linesOf(sh`echo once >>/tmp/runs; cat /tmp/runs`)).toEqual(['once'])
    expect(bench.emulator.journal.count({ route: creation })).toBe(2)
  })

  it('an unanswered start is told as one that may have happened, and is not repeated', async () => {
    await linesOf(sh`echo one`)
    bench.emulator.faults.next(exec, { loseResponse: true })
    const error: unknown = await linesOf(sh`echo run >>/tmp/runs`).catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true })
    expect(bench.emulator.journal.count({ route: exec })).toBe(2)
    await expect.poll(sessions, inAMoment).toBe(0)
  })

  it('an unanswered creation is told as a start that did not happen, and nothing is left of it', async () => {
    bench.emulator.faults.next(creation, { loseResponse: true })
    const error: unknown = await linesOf(sh`echo run`).catch((thrown: unknown) => thrown)
    expect(driver.classifyError(error)).toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
    await expect.poll(sessions).toBe(0)
  })

  it('a start that is given up leaves no session that is busy', async () => {
    bench.emulator.faults.next(exec, { latencyMs: 200 })
    const reason = new TypeError('enough')
    const abort = new AbortController()
    const opening = open(sh`sleep 60`, abort.signal)
    await expect.poll(() => bench.emulator.journal.count({ route: exec })).toBe(1)
    abort.abort(reason)
    await expect(opening).rejects.toBe(reason)
    await expect.poll(() => bench.emulator.journal.count({ route: deletion })).toBe(1)
    await expect.poll(sessions).toBe(0)
  })

  it('a stream that cannot be opened is an error, and its session is not used again', async () => {
    bench.emulator.faults.next(logs, { status: 404 })
    const { stream } = await open(sh`sleep 60`)
    const error: unknown = await stream.ended.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toContain('404')
    expect(driver.classifyError(error)).toMatchObject({ code: 'UNAVAILABLE', suspect: true })
    await expect.poll(sessions, inAMoment).toBe(0)
  })

  it('a stream that is cut ends, and its session is not used again', async () => {
    bench.emulator.faults.next(logs, { cutAfterFirstEvent: true })
    const { lines, stream } = await open(sh`while :; do echo on; sleep 0.05; done; echo off`)
    await stream.ended.catch(() => undefined)
    expect(new Set(lines)).toEqual(new Set(['on']))
    await expect.poll(sessions, inAMoment).toBe(0)
  })

  it('a machine that is stopped ends the streams of its scripts', async () => {
    const { lines, stream } = await open(sh`echo on; sleep 60; echo off`)
    await expect.poll(() => lines).toEqual(['on'])
    await bench.emulator.faults.stop(machine.sandboxId)
    await stream.ended.catch(() => undefined)
    expect(lines).toEqual(['on'])
  })
})
