import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRunning, RelayBench, until } from './support/relay-bench.js'
import { directoryOf } from './support/relay-files.js'

describe('kill', () => {
  it('ends children, grandchildren and what moved to sessions of its own, with one request per signal', async () => {
    await using bench = await RelayBench.open()
    const { process } = await bench.start(
      'sleep 61 & (setsid setsid sh -c "sleep 62; true" &) ; sh -c "sleep 63; true" & wait',
    )
    await until(async () => (await bench.sleepers()).length === 3)
    const requests = bench.raw.requests.length
    expect(await process.kill('SIGTERM')).toBe(true)
    expect(bench.raw.requests).toHaveLength(requests + 1)
    expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    await until(async () => (await bench.sleepers()).length === 0)
    expect(await process.kill('SIGKILL')).toBe(false)
    expect(bench.raw.requests).toHaveLength(requests + 1)
  })

  it('of one command leaves the others alone', async () => {
    await using bench = await RelayBench.open()
    const first = await bench.start('sleep 61; true')
    const second = await bench.start('sleep 62; true')
    await until(async () => (await bench.sleepers()).length === 2)
    expect(await first.process.kill('SIGKILL')).toBe(true)
    expect(await first.process.wait()).toEqual({ signal: 'SIGKILL' })
    expect(await bench.sleepers()).toHaveLength(1)
    expect(await second.process.kill('SIGKILL')).toBe(true)
  })

  it('lets a program answer TERM in its own way', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start(
      'trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.05; done',
    )
    await until(() => output.out.length > 0)
    expect(await process.kill('SIGTERM')).toBe(true)
    expect(await process.wait()).toEqual({ exitCode: 7 })
    expect(output.out.toString()).toBe('ready\nbye\n')
  })

  it('reaches a command whose supervisor is only about to start it', async () => {
    await using bench = await RelayBench.open()
    const slow = 'case $BASH_EXECUTION_STRING in *caisson_command=*) sleep 0.7 ;; esac'
    await writeFile(path.join(bench.machine.directory, '.bash_profile'), slow)
    const { process } = await bench.start('sleep 61; true')
    expect(await process.kill('SIGTERM')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    expect(await bench.sleepers()).toEqual([])
  })

  it('of a command that has ended is false and touches nothing', async () => {
    await using bench = await RelayBench.open()
    const { process } = await bench.start('sleep 61 >/dev/null 2>&1 & exit 3')
    bench.raw.streams[0]?.detach()
    await until(() => !isRunning(process.pid))
    expect(await process.kill('SIGTERM')).toBe(false)
    expect(await bench.sleepers()).toHaveLength(1)
  })

  it('works when somebody has removed the files of the supervisor', async () => {
    await using bench = await RelayBench.open()
    const { process } = await bench.start('setsid sleep 61 & sleep 62')
    await until(async () => (await bench.sleepers()).length === 2)
    await rm((await directoryOf(process.pid)) ?? '', { recursive: true })
    expect(await process.kill('SIGKILL')).toBe(true)
    // Whether that was a signal was noted in the files.
    expect(await process.wait()).toEqual({ exitCode: 137 })
    expect(await bench.sleepers()).toEqual([])
  })

  it('a signal to the supervisor reaches the command', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start(
      'trap "echo got it; exit 8" TERM; echo ready; while :; do sleep 0.05; done',
    )
    await until(() => output.out.length > 0)
    globalThis.process.kill(Number(process.pid), 'SIGTERM')
    expect(await process.wait()).toEqual({ exitCode: 8 })
    expect(output.out.toString()).toBe('ready\ngot it\n')
  })
})

describe('the end of a command', () => {
  it.each([
    ['TERM', 143],
    ['KILL', 137],
    ['INT', 130],
    ['HUP', 129],
    ['PIPE', 141],
    ['SEGV', 139],
    ['USR1', 138],
  ])('tells death by SIG%s from exit %i', async (name, status) => {
    await using bench = await RelayBench.open()
    expect(await bench.run(`kill -${name} $$`)).toMatchObject({ signal: `SIG${name}` })
    expect(await bench.run(`exit ${status}`)).toMatchObject({ exitCode: status })
  })
})
