import { spawn } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRunning, RelayBench, until } from './support/relay-bench.js'
import { baseDirectory, directoryOf } from './support/relay-files.js'

describe('attach', () => {
  it('gives another client everything that was printed before, what follows, the command and the end', async () => {
    await using bench = await RelayBench.open()
    const command = String.raw`echo begin; printf '\377'; echo warn >&2; read line; echo "got $line"; exit 6`
    const { process } = await bench.start(command, { stdin: 'pipe' })
    const found = await bench.other().attach(process.pid)
    expect(found?.process.pid).toBe(process.pid)
    expect(found?.process.command).toBe(command)
    await found?.process.writeStdin?.(Buffer.from('word\n'))
    expect(await found?.process.wait()).toEqual({ exitCode: 6 })
    expect(found?.output.out).toEqual(
      Buffer.concat([Buffer.from('begin\n'), Buffer.of(255), Buffer.from('got word\n')]),
    )
    expect(found?.output.err.toString()).toBe('warn\n')
    expect(await process.wait()).toEqual({ exitCode: 6 })
  })

  it('gives the output of a command that has ended meanwhile, unless its end was delivered and forgotten', async () => {
    await using bench = await RelayBench.open()
    const lost = await bench.start('echo last words; exit 2')
    bench.raw.streams[0]?.detach()
    await until(() => !isRunning(lost.process.pid))
    const found = await bench.other().attach(lost.process.pid)
    expect(await found?.process.wait()).toEqual({ exitCode: 2 })
    expect(found?.output.out.toString()).toBe('last words\n')
    const known = await bench.start('true')
    await known.process.wait()
    expect(await bench.attach(known.process.pid)).toBeUndefined()
  })

  it('at once after the start waits for the supervisor and does not disturb it', async () => {
    await using bench = await RelayBench.open()
    for (let round = 0; round < 8; round += 1) {
      const { process, output } = await bench.start('echo here; exit 5')
      const found = await bench.other().attach(process.pid)
      expect(await process.wait()).toEqual({ exitCode: 5 })
      expect(output.out.toString()).toBe('here\n')
      // So early there may be nothing to be found yet.
      if (!found) continue
      expect(await found.process.wait()).toEqual({ exitCode: 5 })
      expect(found.output.out.toString()).toBe('here\n')
    }
  })

  it('finds nothing under numbers that are nobody’s or no numbers', async () => {
    await using bench = await RelayBench.open()
    for (const pid of ['99999999', '0', '-1', '1; echo', '*', '']) expect(await bench.attach(pid), pid).toBeUndefined()
  })

  it('does not take a process that got the number of an ended command for that command', async () => {
    await using bench = await RelayBench.open()
    const { process } = await bench.start('echo old')
    bench.raw.streams[0]?.detach()
    await until(() => !isRunning(process.pid))
    const stranger = spawn('sleep', ['60'])
    try {
      const directory = (await directoryOf(process.pid)) ?? ''
      const id = path.basename(directory).split('.')[1] ?? ''
      const taken = path.join(baseDirectory, `${stranger.pid ?? 0}.${id}`)
      await rename(directory, taken)
      bench.machine.pids.push(String(stranger.pid))
      expect(await bench.other().attach(String(stranger.pid))).toBeUndefined()
    } finally {
      stranger.kill('SIGKILL')
      await once(stranger, 'exit')
    }
  })

  it('reaches a process that the relay did not start, and kill ends its whole tree', async () => {
    await using bench = await RelayBench.open()
    const sink = { stdout: () => undefined, stderr: () => undefined }
    const options = { env: {}, stdin: 'ignore' as const, channel: false }
    const raw = await bench.raw.spawn(bench.machine, 'sleep 71 & (sleep 72; true) & wait', options, sink)
    await until(async () => (await bench.sleepers()).length === 2)
    const found = await bench.attach(raw.pid)
    expect(found?.process.pid).toBe(raw.pid)
    expect(await found?.process.kill('SIGTERM')).toBe(true)
    expect(await found?.process.wait()).toEqual({ signal: 'SIGTERM' })
    await until(async () => (await bench.sleepers()).length === 0)
    expect(await found?.process.kill('SIGKILL')).toBe(false)
  })
})
