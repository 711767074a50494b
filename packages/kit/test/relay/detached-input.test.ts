import { describe, expect, it } from 'vitest'
import { LinesBench } from './support/lines-bench.js'
import { PipeStream } from './support/pipe-stream.js'
import { until } from './support/relay-bench.js'

const abilities = { env: true, input: true } as const

/** Streams that steps of input go over. */
const channels = ({ raw }: LinesBench): PipeStream[] =>
  raw.streams.filter((stream) => stream instanceof PipeStream && 'write' in stream).slice(1)

const openBench = async (shell = 'bash'): Promise<LinesBench> => LinesBench.open({}, { abilities, shell })

describe.each(['bash', 'dash'])('streams that take an environment and input, read by %s', (shell) => {
  it('start a command with an environment of its own by one request', async () => {
    await using bench = await LinesBench.open({}, { abilities, shell, env: { BASE: 'machine' } })
    const { exitCode, out } = await bench.run('printf %s "$WORD/$BASE"', { env: { WORD: `it's a\nword` } })
    expect({ exitCode, out: out.toString(), kinds: bench.kinds }).toEqual({
      exitCode: 0,
      out: `it's a\nword/`,
      kinds: ['lines'],
    })
    expect(bench.raw.calls[0]?.text).not.toContain('word')
  })

  it('take all small writes and the end by one request', async () => {
    await using bench = await openBench(shell)
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    const pieces = [
      Buffer.from([0, 10, 13, 255, 0x1f]),
      Buffer.from('é'),
      Buffer.alloc(32_768, 7),
      Buffer.from('end\n'),
    ]
    for (const piece of pieces) await process.writeStdin?.(piece)
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out).toEqual(Buffer.concat(pieces))
    expect(bench.kinds).toEqual(['lines', 'lines'])
  })
})

describe('the stream of input', () => {
  it('takes what is written at once in order, and leaves large pieces to requests', async () => {
    await using bench = await openBench()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    const pieces = [Buffer.from('one '), Buffer.alloc(100_000, 'x'), Buffer.from(' two')]
    await Promise.all([...pieces.map(async (piece) => process.writeStdin?.(piece)), process.closeStdin?.()])
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out).toEqual(Buffer.concat(pieces))
    expect(bench.kinds).toEqual(['lines', 'lines', 'run'])
  })

  it.each(['error', 'silently'] as const)('that is cut (%s) is repaired, and nothing is taken twice', async (kind) => {
    await using bench = await openBench()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('a'))
    channels(bench)[0]?.cut(kind)
    await process.writeStdin?.(Buffer.from('b'))
    await process.writeStdin?.(Buffer.from('c'))
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe('abc')
  })

  it('whose answer was lost after the step was taken does not take it again', async () => {
    await using bench = await openBench()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('a'))
    const [channel] = channels(bench)
    if (channel) channel.give = () => channel.cut()
    await process.writeStdin?.(Buffer.from('b'))
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe('ab')
    expect(bench.kinds).toEqual(['lines', 'lines', 'run', 'run'])
  })

  it('whose answer was lost says that a step was taken, also when the command has ended by it', async () => {
    await using bench = await openBench()
    const { process } = await bench.start('read -r one; read -r two; exit 3', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('one\n'))
    const [channel] = channels(bench)
    if (channel) channel.give = () => void setTimeout(() => channel.cut(), 500)
    await process.writeStdin?.(Buffer.from('two\n'))
    expect(await process.wait()).toEqual({ exitCode: 3 })
    expect(bench.kinds).toEqual(['lines', 'lines', 'run'])
  })

  it.each([
    ['the middle of a line', (text: string) => text.replace('AAAA', '')],
    ['the end of a line', (text: string) => text.slice(0, -6)],
    ['the break of a line', (text: string) => text.trim()],
  ])('on which %s was lost takes nothing that is damaged', async (_name, damage) => {
    await using bench = await openBench()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('a'))
    const [channel] = channels(bench)
    const data = Buffer.concat([Buffer.alloc(30), Buffer.from('b')])
    if (channel) {
      const { write } = channel
      channel.write = async (line) => {
        await write.call(channel, Buffer.from(damage(Buffer.from(line).toString())))
        channel.write = write
        // What follows makes the line a whole one.
        await write.call(channel, Buffer.from('9 write 3 AAAA end\n'))
      }
    }
    await process.writeStdin?.(data)
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out).toEqual(Buffer.concat([Buffer.from('a'), data]))
  })

  it('that cannot be opened is done without', async () => {
    await using bench = await openBench()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    bench.raw.failNext('refuse', { loseAfterMs: 60_000 }, 'lose')
    for (const text of ['a', 'b', 'c']) await process.writeStdin?.(Buffer.from(text))
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe('abc')
    expect(bench.kinds).toEqual(['lines', 'lines', 'run', 'lines', 'run', 'run', 'run'])
  })

  it('says what the machine says of a process that takes nothing any more', async () => {
    await using bench = await openBench()
    const closed = await bench.start('exec 0<&-; echo closed; sleep 60', { stdin: 'pipe' })
    await until(() => closed.output.out.length > 0)
    await expect(closed.process.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await closed.process.kill('SIGKILL')
    await closed.process.wait()
    await expect(closed.process.writeStdin?.(Buffer.from('x'))).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  it('is closed with its process, and leaves nothing in the machine', async () => {
    await using bench = await openBench()
    const { process } = await bench.start('read line; exit 3', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('go\n'))
    expect(await process.wait()).toEqual({ exitCode: 3 })
    await until(async () => (await bench.programs('sleep')).length === 0)
    await channels(bench)[0]?.ended
  })

  it('of two clients is mixed by whole writes', async () => {
    await using bench = await openBench()
    const { process, output } = await bench.start('cat', { stdin: 'pipe' })
    const found = await bench.other().attach(process.pid)
    const writes = Array.from({ length: 10 }, (_, index) =>
      [process, found?.process].map(async (one, who) => one?.writeStdin?.(Buffer.from(`${who}${index}\n`))),
    )
    await Promise.all(writes.flat())
    await found?.process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    const lines = output.out.toString().trim().split('\n')
    expect(lines.filter((line) => line.startsWith('0'))).toEqual(writes.map((_, index) => `0${index}`))
    expect(lines.filter((line) => line.startsWith('1'))).toEqual(writes.map((_, index) => `1${index}`))
  })
})
