import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { holdScript } from '../../src/relay/scripts/list-script.js'
import { copiedBytes, directoryOfCommand } from './support/directory-of-command.js'
import { LinesBench } from './support/lines-bench.js'
import { LostAnswer } from './support/raw-driver.js'
import { until } from './support/relay-bench.js'

const mebibyte = 1024 * 1024
const options = { env: {}, stdin: 'ignore', channel: false, live: true } as const

/** Waits until a number stays what it is. */
async function settled(read: () => Promise<number>): Promise<number> {
  for (let last = -1; ;) {
    const now = await read()
    if (now === last) return now
    last = now
    await sleep(700)
  }
}

describe('long output', () => {
  it.each([true, false])('comes complete and in order (listeners: %s)', { timeout: 120_000 }, async (live) => {
    await using bench = await LinesBench.open()
    const hash = createHash('md5')
    let bytes = 0
    let sum = ''
    const program = 'seq 1 9000000 | tee >(md5sum >&2)'
    const process = await bench.driver.spawn(
      bench.machine,
      program,
      { ...options, live },
      {
        stdout: (chunk) => {
          bytes += chunk.length
          hash.update(chunk)
        },
        stderr: (chunk) => void (sum += Buffer.from(chunk).toString()),
      },
    )
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(bytes).toBeGreaterThan(64 * mebibyte)
    expect(sum).toBe(`${hash.digest('hex')}  -\n`)
    // What is far behind does not come by lines, however often they are asked for.
    expect(bench.raw.letters).toBeLessThan(bytes / 10)
  })

  it('in small pieces is complete as well', { timeout: 120_000 }, async () => {
    await using bench = await LinesBench.open()
    const result = await bench.run('for i in $(seq 20000); do echo "line $i"; done; seq 20000 >&2')
    expect(result.out.toString()).toBe(Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`).join(''))
    expect(result.err.toString()).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(''))
  })
})

describe('a command whose output is not taken', () => {
  it('is held back, goes on when it is, and is ended at once by kill', { timeout: 120_000 }, async () => {
    await using bench = await LinesBench.open()
    let taken = 0
    const waiting: (() => void)[] = []
    const release = (): void => {
      for (const resolve of waiting.splice(0)) resolve()
    }
    const process = await bench.driver.spawn(bench.machine, 'yes', options, {
      stdout: (chunk) => {
        taken += chunk.length
        return new Promise((resolve) => {
          waiting.push(resolve)
        })
      },
      stderr: () => undefined,
    })
    await until(() => taken > 0)
    const held = await settled(() => copiedBytes(process.pid))
    expect(held).toBeLessThan(16 * mebibyte)
    expect(held).toBeGreaterThan(4 * mebibyte)
    const before = taken
    await until(() => {
      release()
      return taken >= before + 12 * mebibyte
    })
    const later = await settled(() => copiedBytes(process.pid))
    expect(later).toBeGreaterThan(held)
    expect(later).toBeLessThan(taken + 16 * mebibyte)
    expect(await process.kill('SIGTERM')).toBe(true)
    await until(async () => (await bench.programs('yes')).length === 0)
    const releasing = setInterval(() => release(), 1)
    try {
      expect(await process.wait()).toEqual({ signal: 'SIGTERM' })
    } finally {
      clearInterval(releasing)
    }
    expect(taken).toBe(await copiedBytes(process.pid))
  })

  it('goes on when nobody has given a sign for long [BR-025]', { timeout: 60_000 }, async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('head -c 60000000 /dev/zero; echo done > done', { stdin: 'pipe' })
    bench.raw.failNext('refuse', 'refuse', 'refuse')
    bench.raw.streams[0]?.cut()
    await expect(process.wait()).rejects.toBeInstanceOf(LostAnswer)
    const held = await settled(() => copiedBytes(process.pid))
    expect(held).toBeLessThan(16 * mebibyte)
    const limit = path.join(await directoryOfCommand(process.pid), 'limit')
    await writeFile(limit, `${held} ${held} -1000 end\n`)
    // One who takes it slowly says so.
    await bench.raw.run(bench.machine, holdScript(process.pid, 'mark'), {})
    expect(await readFile(limit, 'utf8')).toMatch(new RegExp(`^${held} ${held} \\d+ end\\n$`))
    await writeFile(limit, `${held} ${held} -1000 end\n`)
    await until(async () => (await copiedBytes(process.pid)) === 60_000_000)
    await until(() => stat(path.join(bench.machine.directory, 'done')).then(Boolean, () => false))
    const found = await bench.attach(process.pid)
    expect(await found?.process.wait()).toEqual({ exitCode: 0 })
    expect(found?.output.out).toHaveLength(60_000_000)
  })

  it('and has ended leaves what it printed, for whoever takes it', { timeout: 60_000 }, async () => {
    await using bench = await LinesBench.open()
    const result = await bench.run('head -c 9000000 /dev/zero & sleep 60 & exit 3')
    expect(result.exitCode).toBe(3)
    expect(result.out).toHaveLength(9_000_000)
  })
})
