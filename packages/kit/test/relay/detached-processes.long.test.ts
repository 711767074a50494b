import { describe, expect, it } from 'vitest'
import { readdir } from 'node:fs/promises'
import { LinesBench } from './support/lines-bench.js'
import { pidsWith } from './support/raw-machine.js'
import { until } from './support/relay-bench.js'
import { baseDirectory } from './support/relay-files.js'

const escaped = (bytes: Uint8Array): string =>
  `printf '${[...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`

describe('exact bytes', () => {
  it.each<[string, Uint8Array]>([
    ['text without a final line break', Buffer.from('plain é€😀')],
    ['a byte order mark first', Buffer.from('\uFEFFmarked')],
    ['NUL bytes', Buffer.from('a\0\0b')],
    ['line breaks of all kinds', Buffer.from('\r\n\n\r')],
    ['the byte that begins a mark, last', Buffer.from('a\u001F\u001Fb\u001F')],
    ['all byte values', Uint8Array.from({ length: 256 }, (_, index) => index)],
    ['half a character at the end', Buffer.from([0x61, 0xf0, 0x9f])],
    ['markers of a vendor', Buffer.from([1, 1, 1, 97, 2, 2, 2])],
  ])('%s arrives as it was printed, on both streams, in one request', async (_name, bytes) => {
    await using bench = await LinesBench.open()
    for (const live of [true, false]) {
      const result = await bench.run(`${escaped(bytes)}; ${escaped(bytes)} >&2; exit 5`, { live })
      expect(result.exitCode).toBe(5)
      expect(result.out).toEqual(Buffer.from(bytes))
      expect(result.err).toEqual(Buffer.from(bytes))
    }
    expect(bench.kinds).toEqual(['lines', 'run'])
  })

  it('no line is longer than a shell of a vendor reads in good time', async () => {
    await using bench = await LinesBench.open()
    const { openLines } = bench.raw
    const lengths: number[] = []
    bench.raw.openLines = (machine, script, onLine, ...rest) => {
      const counted = (line: string): void => {
        lengths.push(line.length)
        onLine(line)
      }
      return openLines.call(bench.raw, machine, script, counted, ...rest)
    }
    const result = await bench.run('head -c 200000 /dev/urandom > data; cat data; cat data >&2')
    expect(result.out).toHaveLength(200_000)
    expect(result.out).toEqual(result.err)
    expect(Math.max(...lengths)).toBeGreaterThan(10_000)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(16_385)
  })
})

describe('the end of a command', () => {
  it.each([
    ['TERM', 143],
    ['KILL', 137],
    ['INT', 130],
    ['PIPE', 141],
    ['USR1', 138],
  ])('tells death by SIG%s from exit %i, with listeners and without', async (name, status) => {
    await using bench = await LinesBench.open()
    for (const live of [true, false]) {
      expect(await bench.run(`kill -${name} $$; sleep 60`, { live })).toMatchObject({ signal: `SIG${name}` })
      expect(await bench.run(`exit ${status}`, { live })).toMatchObject({ exitCode: status })
    }
  })

  it('comes when its shell has exited, and what it left behind lives on', async () => {
    await using bench = await LinesBench.open()
    for (const live of [true, false]) {
      const result = await bench.run('sleep 60 & (sleep 0.1; echo late) & echo now; exit 2', { live })
      expect(result).toMatchObject({ exitCode: 2 })
      expect(result.out.toString()).toBe('now\nlate\n')
    }
    // One more tidies up for a second.
    await until(async () => (await bench.programs('sleep')).length === 2)
    expect(bench.kinds).toEqual(['lines', 'run'])
  })

  it('leaves nothing running, and its directory is removed by the next command', async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('cat', { stdin: 'pipe' })
    await process.closeStdin?.()
    await process.wait()
    const directories = async (): Promise<string[]> =>
      (await readdir(baseDirectory)).filter((name) => bench.machine.ids.has(name.split('.')[1] ?? ''))
    expect(await directories()).toHaveLength(1)
    await bench.run('true', { live: false })
    await until(async () => !(await directories()).some((name) => name.endsWith(process.pid)))
    const sessions = bench.machine.sessions.map(({ pid }) => pid)
    await until(async () => (await pidsWith(bench.machine.sandboxId)).every((pid) => sessions.includes(pid)))
  })
})

describe('kill', () => {
  it('ends children, grandchildren and what moved to sessions of its own, with one request per signal', async () => {
    await using bench = await LinesBench.open()
    for (const live of [true, false]) {
      const { process } = await bench.start(
        'sleep 61 & (setsid setsid sh -c "sleep 62; true" &) ; sh -c "sleep 63; true" & wait',
        { live },
      )
      await until(async () => (await bench.programs('sleep')).length >= 3)
      const { length } = bench.kinds
      expect(await process.kill('SIGTERM')).toBe(true)
      expect(bench.kinds.slice(length)).toEqual(['run'])
      expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
      await until(async () => (await bench.programs('sleep')).length === 0)
      expect(await process.kill('SIGKILL')).toBe(false)
    }
  })

  it('of a command without listeners keeps what it had printed', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start('echo before; sleep 60', { live: false })
    await until(async () => (await bench.programs('sleep')).length === 1)
    expect(await process.kill('SIGKILL')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGKILL' })
    expect(output.out.toString()).toBe('before\n')
  })

  it('reaches a command through another client', async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('sleep 61; true')
    const found = await bench.other().attach(process.pid)
    expect(await found?.process.kill('SIGTERM')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    expect(await found?.process.wait()).toEqual({ signal: 'SIGTERM' })
  })
})

describe('attach', () => {
  it('gives another client everything that was printed before, what follows, the command and the end', async () => {
    await using bench = await LinesBench.open()
    const command = String.raw`echo begin; printf '\377'; echo warn >&2; read line; echo "got $line"; exit 6`
    const { process } = await bench.start(command, { stdin: 'pipe' })
    const found = await bench.other().attach(process.pid)
    expect([found?.process.pid, found?.process.command]).toEqual([process.pid, command])
    await found?.process.writeStdin?.(Buffer.from('word\n'))
    expect(await found?.process.wait()).toEqual({ exitCode: 6 })
    const expected = Buffer.concat([Buffer.from('begin\n'), Buffer.of(255), Buffer.from('got word\n')])
    expect(found?.output.out).toEqual(expected)
    expect(found?.output.err.toString()).toBe('warn\n')
    expect(await process.wait()).toEqual({ exitCode: 6 })
  })

  it('gives the output of a command that has ended meanwhile, unless its end was delivered', async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('read line; echo last words; exit 2', { stdin: 'pipe' })
    const other = bench.other()
    bench.raw.streams[0]?.close()
    bench.raw.failNext('refuse', 'refuse', 'refuse')
    await expect(process.wait()).rejects.toMatchObject({ message: 'nothing was sent' })
    const writer = await other.attach(process.pid)
    await writer?.process.writeStdin?.(Buffer.from('go\n'))
    expect(await writer?.process.wait()).toEqual({ exitCode: 2 })
    const again = await bench.attach(process.pid)
    expect(await again?.process.wait()).toEqual({ exitCode: 2 })
    expect(again?.output.out.toString()).toBe('last words\n')
    expect(await bench.attach(process.pid)).toBeUndefined()
  })

  it('finds nothing under ids that are nobody’s or no ids, and asks only for the former', async () => {
    await using bench = await LinesBench.open()
    for (const pid of ['99999999', '1; echo', '*', '', 'A'.repeat(24)])
      expect(await bench.attach(pid), pid).toBeUndefined()
    expect(bench.kinds).toEqual([])
    expect(await bench.attach('0'.repeat(24))).toBeUndefined()
    expect(bench.kinds).toEqual(['run'])
  })
})

describe('the list of commands', () => {
  it('has those of other clients, with what is known of their ends', async () => {
    await using bench = await LinesBench.open()
    const running = await bench.start('sleep 60 # é')
    const lost = await bench.start('read x; exit 7', { stdin: 'pipe' })
    const killed = await bench.start('read x; kill -KILL $$', { stdin: 'pipe' })
    for (const stream of bench.raw.streams.slice(1)) stream.close()
    bench.raw.failNext('refuse', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse')
    await Promise.allSettled([lost.process.wait(), killed.process.wait()])
    const other = bench.other()
    for (const { process } of [lost, killed]) await (await other.attach(process.pid))?.process.closeStdin?.()
    const ended = async (): Promise<boolean> =>
      ((await bench.driver.listProcesses?.(bench.machine)) ?? []).filter((entry) => !entry.running).length === 2
    await until(ended)
    const listed = (await bench.driver.listProcesses?.(bench.machine)) ?? []
    expect(listed).toHaveLength(3)
    expect(listed).toContainEqual({ pid: running.process.pid, command: 'sleep 60 # é', running: true })
    const exits = { command: 'read x; exit 7', running: false, exitCode: 7 }
    expect(listed).toContainEqual({ pid: lost.process.pid, ...exits })
    const signals = { command: 'read x; kill -KILL $$', running: false, exitCode: 137 }
    expect(listed).toContainEqual({ pid: killed.process.pid, ...signals })
  })

  it('does not have those whose end was told here', async () => {
    await using bench = await LinesBench.open()
    await bench.run('true')
    await bench.run('true', { live: false })
    expect(await bench.driver.listProcesses?.(bench.machine)).toEqual([])
  })
})
