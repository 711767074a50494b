import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { directoryOfCommand, supervisorOf } from './support/directory-of-command.js'
import { LinesBench } from './support/lines-bench.js'
import { LostAnswer } from './support/raw-driver.js'
import { until } from './support/relay-bench.js'

const counting = 'for i in 1 2 3 4 5; do echo $i; echo e$i >&2; sleep 0.2; done; exit 9'

describe('a stream that breaks', () => {
  it.each(['error', 'silently'] as const)('(%s) is followed by the rest and the end, each once', async (kind) => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start(counting)
    await until(() => output.out.includes('2'))
    bench.raw.streams[0]?.cut(kind)
    expect(await process.wait()).toEqual({ exitCode: 9 })
    expect(output.out.toString()).toBe('1\n2\n3\n4\n5\n')
    expect(output.err.toString()).toBe('e1\ne2\ne3\ne4\ne5\n')
    expect(bench.kinds).toEqual(['lines', 'lines'])
  })

  it('may break again and again, and lines that come late belong to nobody', async () => {
    await using bench = await LinesBench.open()
    bench.raw.lineDelayMs = 60
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

  it('because its shell was killed harms no command', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start(counting)
    await until(() => output.out.includes('1'))
    for (const session of bench.machine.sessions.splice(0)) session.kill()
    expect(await process.wait()).toEqual({ exitCode: 9 })
    expect(output.out.toString()).toBe('1\n2\n3\n4\n5\n')
  })

  it('before its first word is looked after: the command runs once', async () => {
    await using bench = await LinesBench.open()
    bench.raw.lineDelayMs = 300
    const starting = bench.run('echo x >> log; cat log; sleep 0.6; exit 3')
    await until(() => bench.raw.streams.length === 1)
    bench.raw.streams[0]?.cut('silently')
    const result = await starting
    expect([result.exitCode, result.out.toString()]).toEqual([3, 'x\n'])
  })

  it('with a machine that cannot be reached for a moment goes on, and for longer rejects', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start(counting)
    await until(() => output.out.includes('1'))
    bench.raw.failNext('refuse', 'refuse')
    bench.raw.streams[0]?.cut()
    expect(await process.wait()).toEqual({ exitCode: 9 })
    const second = await bench.start('sleep 60')
    bench.raw.failNext('refuse', 'refuse', 'refuse')
    bench.raw.streams.at(-1)?.cut()
    await expect(second.process.wait()).rejects.toBeInstanceOf(LostAnswer)
    expect(await (await bench.attach(second.process.pid))?.process.kill('SIGKILL')).toBe(true)
  })

  it('is not looked after when the machine is being stopped', async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('sleep 60')
    const { length } = bench.kinds
    const outcome = process.wait().catch((error: unknown) => error)
    await bench.driver.stop(bench.driver.describe(bench.machine), bench.machine, new AbortController().signal)
    expect(await outcome).toMatchObject({ code: 'UNAVAILABLE' })
    expect(bench.kinds).toHaveLength(length)
  })
})

describe('a supervisor that is gone', () => {
  it('is an error, never an end, and the command can still be ended', async () => {
    await using bench = await LinesBench.open()
    for (const live of [true, false]) {
      const { process, output } = await bench.start('echo $$; exec sleep 60', { live })
      await until(async () => (await bench.programs('sleep')).length === 1)
      globalThis.process.kill(await supervisorOf(process.pid), 'SIGKILL')
      await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
      expect(output.out.toString()).toMatch(/^\d+\n$/)
      const again = await bench.attach(process.pid)
      expect(await again?.process.kill('SIGKILL')).toBe(true)
      await expect(again?.process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await until(async () => (await bench.programs('sleep')).length === 0)
    }
  })

  it('with its files is an error as well', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start('echo started; sleep 2')
    await until(() => output.out.length > 0)
    await rm(await directoryOfCommand(process.pid), { recursive: true })
    await expect(process.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await (await bench.start('true')).process.wait()).toEqual({ exitCode: 0 })
  })

  it('says that output was lost when it could not be written', async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('read line; echo more', { stdin: 'pipe' })
    await rm(path.join(await directoryOfCommand(process.pid), 'whole'))
    await process.writeStdin?.(Buffer.from('\n'))
    await expect(process.wait()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('disk'),
    })
  })
})

describe('a start whose answer is lost', () => {
  it.each([
    ['with listeners', { live: true }],
    ['with listeners and an environment', { live: true, env: { OTHER: '1' } }],
    ['without listeners', { live: false }],
  ])('%s is found again: the command runs once and nothing of it is missing', async (_name, options) => {
    await using bench = await LinesBench.open()
    bench.raw.failNext({ loseAfterMs: 300 })
    const result = await bench.run('echo x >> log; echo out; echo err >&2; sleep 0.8; cat log; exit 3', options)
    expect(result).toMatchObject({ exitCode: 3 })
    expect([result.out.toString(), result.err.toString()]).toEqual(['out\nx\n', 'err\n'])
  })

  it('of a command that has ended already gives its end', async () => {
    await using bench = await LinesBench.open()
    bench.raw.failNext('lose')
    const { process, output } = await bench.start('echo out; exit 3', { live: false })
    await process.started
    expect(await process.wait()).toEqual({ exitCode: 3 })
    expect(output.out.toString()).toBe('out\n')
  })

  it('is the error that it was when nothing was started', async () => {
    await using bench = await LinesBench.open()
    bench.raw.failNext('refuse')
    await expect(bench.start('echo x >> log')).rejects.toBeInstanceOf(LostAnswer)
    bench.raw.failNext('refuse')
    const { process } = await bench.start('echo x >> log', { live: false })
    await expect(process.started).rejects.toBeInstanceOf(LostAnswer)
    await expect(process.wait()).rejects.toBeInstanceOf(LostAnswer)
    expect((await bench.run('cat log')).exitCode).toBe(1)
  })

  it('and that nobody waits for any more ends with its command', async () => {
    await using bench = await LinesBench.open()
    const { openLines } = bench.raw
    const controller = new AbortController()
    bench.raw.openLines = async (...args) => {
      const stream = await openLines.apply(bench.raw, args)
      await until(async () => (await bench.programs('sleep')).length === 1)
      controller.abort()
      stream.cut()
      throw controller.signal.reason
    }
    const { signal } = controller
    await expect(bench.start('exec sleep 60', { signal })).rejects.toMatchObject({ name: 'AbortError' })
    await until(async () => (await bench.programs('sleep')).length === 0)
  })

  it('and an answer that is cut at a later look: nothing is doubled', async () => {
    await using bench = await LinesBench.open({ longestAnswerMs: 1300 })
    bench.raw.failNext({ loseAfterMs: 400 }, { loseAfterMs: 400 })
    const result = await bench.run('for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done; exit 8', { live: false })
    expect([result.exitCode, result.out.toString()]).toEqual([8, '1\n2\n3\n4\n5\n6\n'])
  })
})

describe('input', () => {
  it('is taken once, however often an answer is lost', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}\n`)
    for (const [index, line] of lines.entries()) {
      if (index % 3 === 0) bench.raw.failNext('lose')
      if (index % 3 === 1) bench.raw.failNext('refuse', 'lose')
      await process.writeStdin?.(Buffer.from(line))
    }
    bench.raw.failNext('lose')
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe(lines.join(''))
  })

  it('of two clients is mixed by whole writes, and one of them ends it', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    const found = await bench.other().attach(process.pid)
    const writes = Array.from({ length: 10 }, (_, index) =>
      [process, found?.process].map(async (one, who) => one?.writeStdin?.(Buffer.from(`${who}${index}\n`))),
    )
    await Promise.all(writes.flat())
    await found?.process.closeStdin?.()
    await expect(process.writeStdin?.(Buffer.from('late'))).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    const lines = ['0', '1'].flatMap((who) => Array.from({ length: 10 }, (_, index) => `${who}${index}`))
    expect(output.out.toString().split('\n').toSorted()).toEqual(['', ...lines])
  })

  it('is taken while the command does not read, byte for byte, and is given on at once', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start(
      'while [ ! -e go ]; do sleep 0.05; done; head -c 3000000 | md5sum; read line; echo "<$line>"; cat',
      { stdin: 'pipe' },
    )
    const { createHash, randomBytes } = await import('node:crypto')
    const data = randomBytes(3_000_000)
    await process.writeStdin?.(data)
    await writeFile(path.join(bench.machine.directory, 'go'), '')
    await process.writeStdin?.(Buffer.from('now\n'))
    await until(() => output.out.includes('<now>\n'))
    expect(output.out.toString()).toBe(`${createHash('md5').update(data).digest('hex')}  -\n<now>\n`)
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
  })

  it('of a command that has closed it, or has none, or has ended, is refused', async () => {
    await using bench = await LinesBench.open()
    const closed = await bench.start('exec 0<&-; echo closed; sleep 60', { stdin: 'pipe' })
    await until(() => closed.output.out.length > 0)
    const none = await bench.start('sleep 60')
    for (const { process } of [closed, none]) {
      await expect(process.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject({ code: 'INVALID_STATE' })
      await process.closeStdin?.()
      await process.kill('SIGKILL')
    }
    const ended = await bench.start('exit 4', { stdin: 'pipe' })
    await ended.process.wait()
    const code = expect.stringMatching(/INVALID_STATE|UNAVAILABLE/)
    await expect(ended.process.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject({ code })
  })
})
