import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { RelayBench, until } from './support/relay-bench.js'
import { baseDirectory, directoryOf } from './support/relay-files.js'

describe('a command that leaves something behind', () => {
  it.each([
    ['that is silent', 'sleep 60 & echo started', 'started\n'],
    ['that holds stderr only', 'sleep 60 >/dev/null & echo started', 'started\n'],
    ['in a session of its own', 'setsid sleep 60 & echo started', 'started\n'],
    ['that soon says something more', '(sleep 0.1; echo late) & echo now', 'now\nlate\n'],
  ])('%s is over with its output, in one request', async (_name, command, out) => {
    await using bench = await RelayBench.open()
    const result = await bench.run(command)
    expect(result).toMatchObject({ exitCode: 0 })
    expect(result.out.toString()).toBe(out)
    expect(bench.raw.requests).toHaveLength(1)
  })

  it('that never stops printing is over all the same, and it lives on', async () => {
    await using bench = await RelayBench.open()
    const writer = 'while :; do echo beat; date +%N > beat; sleep 0.02; done'
    const result = await bench.run(`(${writer}) & echo $! >&2`)
    expect(result).toMatchObject({ exitCode: 0 })
    const beat = path.join(bench.machine.directory, 'beat')
    for (let round = 0; round < 3; round += 1) {
      const before = await readFile(beat, 'utf8')
      await until(async () => (await readFile(beat, 'utf8')) !== before)
    }
  })

  it('loses nothing of its own output to a slow reader', async () => {
    await using bench = await RelayBench.open()
    let bytes = 0
    let isFirst = true
    const options = { env: {}, stdin: 'ignore' as const, channel: false }
    const process = await bench.driver.spawn(bench.machine, 'sleep 60 & head -c 1000000 /dev/zero', options, {
      stdout: async (chunk) => {
        bytes += chunk.length
        if (!isFirst) return
        isFirst = false
        await new Promise((resolve) => {
          setTimeout(resolve, 1500)
        })
      },
      stderr: () => undefined,
    })
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(bytes).toBe(1_000_000)
  })

  it('that is followed in the files ends in the same way', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start(
      'sleep 0.3; yes | head -c 100000 & sleep 60 & echo started >&2; exit 3',
    )
    bench.raw.streams[0]?.cut()
    expect(await process.wait()).toEqual({ exitCode: 3 })
    expect(output.err.toString()).toBe('started\n')
  })
})

describe('many commands at once', () => {
  it('keep their output and their ends apart', async () => {
    await using bench = await RelayBench.open()
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    const results = await Promise.all(
      numbers.map((number) => bench.run(`echo ${number}; echo ${number} >&2; sleep 0.1; exit ${number}`)),
    )
    expect(results.map(({ exitCode }) => exitCode)).toEqual(numbers)
    expect(results.map(({ out }) => out.toString())).toEqual(numbers.map((number) => `${number}\n`))
    expect(results.map(({ err }) => err.toString())).toEqual(numbers.map((number) => `${number}\n`))
  })
})

describe('directories', () => {
  it('of delivered commands are removed by the next one, without a request', async () => {
    await using bench = await RelayBench.open()
    const { process } = await bench.start('echo one')
    await process.wait()
    expect(await directoryOf(process.pid)).toBeDefined()
    await bench.run('echo two')
    await until(async () => (await directoryOf(process.pid)) === undefined)
    expect(bench.raw.requests).toHaveLength(2)
  })

  it('of commands that ended long ago are removed, those of today stay', async () => {
    await using bench = await RelayBench.open()
    await bench.run('true')
    const now = Math.floor(Date.now() / 1000)
    const made = async (pid: number, endedAt: number): Promise<string> => {
      bench.machine.pids.push(String(pid))
      const directory = path.join(baseDirectory, `${pid}.test${bench.machine.sandboxId.slice(-12)}`)
      await mkdir(directory)
      await writeFile(path.join(directory, 'exit'), `0 0 ${endedAt} end\n`)
      return directory
    }
    const old = await made(99999901, now - 4000)
    const recent = await made(99999902, now - 60)
    await bench.run('true')
    await until(async () => (await readFile(path.join(old, 'exit')).catch(() => undefined)) === undefined)
    expect(await readFile(path.join(recent, 'exit'), 'utf8')).toContain('end')
  })

  it('are for this user only', async () => {
    await using bench = await RelayBench.open()
    const result = await bench.run(`stat -c '%a %u' ${baseDirectory} ${baseDirectory}/$PPID.*`)
    const own = `700 ${process.getuid?.() ?? 0}\n`
    expect(result.out.toString()).toBe(own + own)
  })
})

describe('a signal and an exit code of the same number', () => {
  it.each([
    ['a signal at once', 'kill -USR1 $$', { signal: 'SIGUSR1' }],
    ['a code at once', 'exit 138', { exitCode: 138 }],
    ['a signal after a while', 'sleep 0.0$((RANDOM % 10)); kill -USR1 $$', { signal: 'SIGUSR1' }],
    ['a code after a while', 'sleep 0.0$((RANDOM % 10)); exit 138', { exitCode: 138 }],
    ['a code of a command that closed its output before', 'exec >&- 2>&-; sleep 0.05; exit 138', { exitCode: 138 }],
  ])('%s is told as what it was, however often', { timeout: 60_000 }, async (_name, command, end) => {
    await using bench = await RelayBench.open()
    for (let round = 0; round < 8; round += 1) {
      const results = await Promise.all(Array.from({ length: 8 }, () => bench.run(command)))
      for (const result of results) expect(result).toMatchObject(end)
    }
  })
})
