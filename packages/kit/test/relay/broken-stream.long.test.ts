import { rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { LostAnswer } from './support/raw-driver.js'
import { CutStream } from './support/raw-process.js'
import { isRunning, RelayBench, until } from './support/relay-bench.js'
import { directoryOf } from './support/relay-files.js'

describe('a stream that breaks', () => {
  it('is followed by the rest of the output and the end, each once', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start(
      'for i in 1 2 3 4 5; do echo $i; echo e$i >&2; sleep 0.2; done; exit 9',
    )
    await until(() => output.out.includes('2'))
    bench.raw.streams[0]?.cut()
    expect(await process.wait()).toEqual({ exitCode: 9 })
    expect(output.out.toString()).toBe('1\n2\n3\n4\n5\n')
    expect(output.err.toString()).toBe('e1\ne2\ne3\ne4\ne5\n')
  })

  it('may break again and again', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start(
      'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.25; done; kill -TERM $$',
    )
    let seen = 0
    for (let round = 0; round < 4; round += 1) {
      await until(() => output.out.length > seen)
      seen = output.out.length
      const streams = bench.raw.streams.length
      bench.raw.streams.at(-1)?.cut()
      await until(() => bench.raw.streams.length > streams)
    }
    expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    expect(output.out.toString()).toBe('1\n2\n3\n4\n5\n6\n7\n8\n')
  })

  it('that was ahead of the file is followed from where it was', async () => {
    await using bench = await RelayBench.open()
    const text = '01234567890123456789'
    const { process, output } = await bench.start(`printf ${text}; while [ ! -e go ]; do sleep 0.05; done; printf rest`)
    await until(() => output.out.length === text.length)
    await truncate(path.join((await directoryOf(process.pid)) ?? '', 'out'), 11)
    bench.raw.streams[0]?.cut()
    await until(() => bench.raw.streams.length > 1)
    await sleep(200)
    await writeFile(path.join(bench.machine.directory, 'go'), '')
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe(`${text}rest`)
  })

  it('after the end of the command gives that end', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start('echo done; exit 4')
    bench.raw.streams[0]?.cut()
    expect(await process.wait()).toEqual({ exitCode: 4 })
    expect(output.out.toString()).toBe('done\n')
  })

  it('with a machine that cannot be reached rejects with the error of the cut', async () => {
    await using bench = await RelayBench.open()
    const { process } = await bench.start('sleep 60')
    bench.raw.failNext('refuse', 'refuse', 'refuse')
    bench.raw.streams[0]?.cut()
    await expect(process.wait()).rejects.toBeInstanceOf(CutStream)
  })

  it('with a machine that cannot be reached for a moment is followed all the same', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start('echo one; sleep 0.3; echo two; exit 5')
    await until(() => output.out.length > 0)
    bench.raw.failNext('refuse', 'lose')
    bench.raw.streams[0]?.cut()
    expect(await process.wait()).toEqual({ exitCode: 5 })
    expect(output.out.toString()).toBe('one\ntwo\n')
  })

  it('with a killed supervisor rejects, and the command can still be ended', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start('echo $$; sleep 60')
    await until(() => output.out.length > 0)
    globalThis.process.kill(Number(process.pid), 'SIGKILL')
    bench.raw.streams[0]?.cut()
    await expect(process.wait()).rejects.toBeInstanceOf(CutStream)
    const again = await bench.attach(process.pid)
    expect(await again?.process.kill('SIGKILL')).toBe(true)
    await expect(again?.process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    await until(() => !isRunning(output.out.toString()))
  })

  it('never makes up an end for a supervisor that was killed', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start('echo started; sleep 2')
    await until(() => output.out.length > 0)
    globalThis.process.kill(Number(process.pid), 'SIGKILL')
    await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('without the files of the supervisor rejects with the error of the cut', async () => {
    await using bench = await RelayBench.open()
    const { process, output } = await bench.start('echo started; sleep 60')
    await until(() => output.out.length > 0)
    await rm((await directoryOf(process.pid)) ?? '', { recursive: true })
    bench.raw.streams[0]?.cut()
    await expect(process.wait()).rejects.toBeInstanceOf(CutStream)
  })
})

describe('a start whose answer is lost', () => {
  it('is found again: the command runs once and nothing of it is missing', async () => {
    await using bench = await RelayBench.open()
    bench.raw.failNext('lose')
    const result = await bench.run('echo x >> log; echo out; echo err >&2; sleep 0.3; cat log; exit 3')
    expect(result).toMatchObject({ exitCode: 3 })
    expect([result.out.toString(), result.err.toString()]).toEqual(['out\nx\n', 'err\n'])
  })

  it('leaves the process with its input', async () => {
    await using bench = await RelayBench.open()
    bench.raw.failNext('lose')
    const { process, output } = await bench.start('while read line; do echo "<$line>"; done', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('a\nb\n'))
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe('<a>\n<b>\n')
  })

  it('is found again although the look for it is not answered either', async () => {
    await using bench = await RelayBench.open()
    bench.raw.failNext('lose', 'refuse')
    expect(await bench.run('echo x >> log; cat log; exit 3')).toMatchObject({ exitCode: 3 })
    expect((await bench.run('cat log')).out.toString()).toBe('x\n')
  })

  it('is the error that it was when nothing was started', async () => {
    await using bench = await RelayBench.open()
    bench.raw.failNext('refuse')
    await expect(bench.run('echo x >> log')).rejects.toBeInstanceOf(LostAnswer)
    expect((await bench.run('cat log')).exitCode).toBe(1)
  })

  it('is not looked for when nobody waits any more, or the error says that nothing began', async () => {
    await using bench = await RelayBench.open()
    bench.raw.failNext('refuse')
    await expect(bench.run('true', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(LostAnswer)
    await expect(bench.run('true', { cwd: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(bench.raw.requests).toHaveLength(2)
  })
})
