import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sh, type DriverRunOptions, type ErrorFacts, type ShellCommand } from '@caisson/core/driver'
import type { DaytonaDriver } from '../../src/driver/daytona-driver.js'
import type { DaytonaMachine } from '../../src/driver/daytona-machine.js'
import { acquire, useDrivers } from '../support/driver-bench.js'

const bench = useDrivers()
const execute = 'POST /toolbox/process/execute'
let driver: DaytonaDriver
let machine: DaytonaMachine

beforeEach(async () => {
  driver = bench.drive()
  machine = await driver.create(acquire('box', { env: { MACHINE: 'wide' } }))
})
afterEach(() => bench.emulator.reset())

async function run(script: ShellCommand, options: DriverRunOptions = {}): Promise<readonly [number, string, string]> {
  const { exitCode, stdout, stderr } = await driver.run(machine, script, options)
  return [exitCode, stdout.toString(), stderr.toString()]
}

/** What the driver says about the error that a script ends in. */
async function factsOf(script: ShellCommand, options: DriverRunOptions = {}): Promise<ErrorFacts> {
  return driver.run(machine, script, options).then(
    () => expect.unreachable(),
    (error: unknown) => driver.classifyError(error),
  )
}

describe('a script', () => {
  it('costs one request, and both its streams are exact', async () => {
    const before = bench.emulator.journal.last
    const answer = await driver.run(machine, sh`printf 'a\\0\\377'; printf 'e\\376' >&2; exit 3`, {})
    expect(answer).toEqual({ exitCode: 3, stdout: Buffer.from([97, 0, 255]), stderr: Buffer.from([101, 254]) })
    expect(bench.emulator.journal.routes({ after: before })).toEqual({ [execute]: 1 })
  })

  it('has its environment, its directory and its input, in fields of their own', async () => {
    const options = { cwd: '/tmp', env: { SECRET: 'a "b" $c\n' }, stdin: 'in\0put' }
    expect(await run(sh`pwd; printf '%s %s' "$MACHINE" "$SECRET"; cat`, options)).toEqual([
      0,
      '/tmp\nwide a "b" $c\nin\0put',
      '',
    ])
  })

  it('has an empty input otherwise, and runs in the home of its user', async () => {
    expect(await run(sh`cat; pwd; echo ~`)).toEqual([0, '/home/daytona\n/home/daytona\n', ''])
  })

  it('runs as its user', async ({ skip }) => {
    const { backing } = bench.emulator.describe().machines
    skip(backing !== 'namespaces', 'machines have no users of their own here')
    expect(await run(sh`whoami`)).toEqual([0, 'daytona\n', ''])
  })

  it('has the exit code of a signal, as shells tell it', async () => {
    expect((await run(sh`sh -c 'kill -KILL $$'`))[0]).toBe(137)
    expect((await run(sh`kill -TERM $$`))[0]).toBe(143)
  })

  it('may be longer than an argument can be', async () => {
    const long = 'y'.repeat(200_000)
    expect(await run(sh`printf %s ${long} | wc -c; cat`, { stdin: 'z'.repeat(200_000) })).toEqual([
      0,
      `200000\n${'z'.repeat(200_000)}`,
      '',
    ])
  })

  it('may print some megabytes, and is refused above 16 MiB', async () => {
    expect((await driver.run(machine, sh`head -c 4000000 /dev/urandom`, {})).stdout).toHaveLength(4_000_000)
    await expect(driver.run(machine, sh`head -c 20000000 /dev/zero`, {})).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
    })
  })

  it('is not disturbed by what the profile of a shell prints', async () => {
    const text = 'echo noise; echo more >&2'
    await run(sh`for file in .bashrc .profile .zshenv env; do echo ${text} >>"$HOME/$file"; done`)
    const { stdout } = await driver.run(machine, sh`echo clean`, { env: { BASH_ENV: '/home/daytona/env' } })
    expect(stdout.toString()).toBe('clean\n')
  })
})

describe('a script that cannot be followed to its end', () => {
  it('a directory that does not exist is named, and nothing ran', async () => {
    expect(await factsOf(sh`touch /tmp/ran`, { cwd: '/no/such/place' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      retry: 'safe',
    })
    await expect(driver.run(machine, sh`true`, { cwd: '/no/such/place' })).rejects.toThrow('/no/such/place')
    expect((await run(sh`ls /tmp`))[1]).not.toContain('ran')
  })

  it('a time-out ends it, and is one', async () => {
    expect(await factsOf(sh`sleep 60`, { timeoutMs: 300 })).toMatchObject({ code: 'TIMEOUT', retry: 'ambiguous' })
    expect((await run(sh`pgrep -x sleep || echo none`))[1]).toBe('none\n')
  })

  it('an abort releases the caller', async () => {
    const abort = new AbortController()
    const running = driver.run(machine, sh`touch /tmp/started; sleep 2`, { signal: abort.signal })
    await expect.poll(async () => (await run(sh`ls /tmp`))[1]).toContain('started')
    const reason = new TypeError('enough')
    abort.abort(reason)
    await expect(running).rejects.toBe(reason)
    await expect(driver.run(machine, sh`true`, { signal: abort.signal })).rejects.toBe(reason)
  })

  it('a shell that was killed leaves its end unknown', async () => {
    expect(await factsOf(sh`kill -KILL $PPID; sleep 1`)).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
  })

  it('an answer that is cut leaves its end unknown', async () => {
    bench.emulator.faults.next(execute, { loseResponse: true })
    expect(await factsOf(sh`true`)).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true })
    bench.emulator.faults.next(execute, { status: 504 })
    expect(await factsOf(sh`true`)).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true })
  })

  it('a limit of the rate says how long', async () => {
    bench.emulator.faults.rateLimit(execute, { retryAfterSeconds: 7 })
    expect(await factsOf(sh`true`)).toMatchObject({ code: 'RATE_LIMITED', retry: 'safe', retryAfterMs: 7000 })
  })

  it('a machine that was stopped is a suspicion, and nothing ran', async () => {
    await bench.emulator.faults.stop(machine.sandboxId)
    expect(await factsOf(sh`true`)).toMatchObject({ retry: 'safe', suspect: true })
    expect(await driver.inspect(driver.describe(machine))).toBe('stopped')
  })

  it('a machine that is gone is so', async () => {
    await bench.emulator.faults.kill(machine.sandboxId)
    expect(await factsOf(sh`true`)).toMatchObject({ code: 'GONE', retry: 'safe' })
    expect(await driver.inspect(driver.describe(machine))).toBe('gone')
  })
})

it('where nobody listens, nothing was sent', async () => {
  const lost = bench.drive({ apiUrl: 'http://127.0.0.1:9/api' })
  const error: unknown = await lost.create(acquire('other')).catch((thrown: unknown) => thrown)
  expect(lost.classifyError(error)).toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
})
