import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { DiskBench, TestedDisk } from './disk-bench.js'

interface Ground {
  readonly disk: TestedDisk
  /** Where its relative paths start. */
  readonly root: string
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function read(disk: TestedDisk, path: string, range: { start?: number; end?: number } = {}): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await disk.readStream(path, range)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** How the disk of a machine treats content: large, in ranges, replaced meanwhile, of many writers. */
export function testDiskContents(machine: () => DiskBench): void {
  let ground: Ground | undefined
  beforeAll(async () => {
    const root = `${machine().home}/contents`
    await machine().sh(`mkdir '${root}'`)
    ground = { disk: machine().open(root), root }
  })
  const present = (): Ground => {
    if (ground === undefined) throw new TypeError('the machine has not started')
    return ground
  }
  testLarge(machine, present)
  testStreams(machine, present)
  testManyWriters(present)
}

function testLarge(machine: () => DiskBench, ground: () => Ground): void {
  test('Large random content is written, copied and read exactly', async () => {
    const { disk, root } = ground()
    await machine().sh(`head -c 12000000 /dev/urandom > ${root}/big`)
    const sum = (await machine().sh(`sha256sum < ${root}/big`)).slice(0, 64)
    const content = await disk.readFile('big')
    expect(sumOf(Buffer.from(content))).toBe(sum)
    await disk.writeFile('again', content)
    await disk.copyFile('again', 'copy')
    expect((await machine().sh(`sha256sum < ${root}/copy`)).slice(0, 64)).toBe(sum)
    expect(sumOf(await read(disk, 'copy'))).toBe(sum)
  })

  test('Ranges far into a file are asked for in pieces and are exact', async () => {
    const { disk } = ground()
    const content = Buffer.from(await disk.readFile('big'))
    for (const [start, end] of [
      [6_000_000, 6_000_000],
      [6_000_001, 6_100_000],
      [5_000_000, undefined],
      [11_999_999, 20_000_000],
      [12_000_000, undefined],
      [99_000_000, undefined],
    ] as const) {
      const range = end === undefined ? { start } : { start, end }
      const found = await read(disk, 'big', range)
      expect({ range, isSame: found.equals(content.subarray(start, (end ?? Infinity) + 1)) }).toEqual({
        range,
        isSame: true,
      })
    }
    const { last } = machine().emulator.journal
    await read(disk, 'big', { start: 5_000_000, end: 5_000_099 })
    expect(machine().routesSince(last)).toEqual([machine().routes.script])
  })
}

function testStreams(machine: () => DiskBench, ground: () => Ground): void {
  test('A file that is replaced between two pieces is an error, not a mixture', async () => {
    const { disk, root } = ground()
    await machine().sh(`head -c 24000000 /dev/zero > ${root}/long`)
    const reading = (async () => {
      for await (const piece of await disk.readStream('long', { start: 4_200_000 })) {
        expect(piece).toBeDefined()
        await machine().sh(`cd ${root} && head -c 24000000 /dev/zero > other && mv other long`)
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'EIO', path: 'long' })
  })

  test('A stream that is left early ends its download', async () => {
    const { disk } = ground()
    const stream = await disk.readStream('again')
    for await (const piece of stream) if (piece) break
    expect(stream.destroyed).toBe(true)
    expect((await disk.readFile('again')).length).toBe(12_000_000)
  })

  test('A written stream is pulled no faster than it is sent', async () => {
    const { disk } = ground()
    const piece = Buffer.alloc(1_000_000, 'x')
    let made = 0
    async function* many(): AsyncGenerator<Buffer> {
      for (; made < 60; made++) yield piece
    }
    machine().emulator.faults.next(machine().routes.upload, { stall: true })
    const controller = new AbortController()
    const write = disk.writeStream('stalled', many(), { abortSignal: controller.signal })
    setTimeout(() => controller.abort(), 500)
    await expect(write).rejects.toMatchObject({ code: 'ABORTED' })
    // Buffers of the sockets take some megabytes.
    expect(made).toBeLessThan(40)
    expect(await disk.exists('stalled')).toBe(false)
  })
}

function testManyWriters(ground: () => Ground): void {
  test('Appends of many writers at once are all there, each whole', async () => {
    const { disk } = ground()
    const lines = Array.from({ length: 8 }, (_, index) => `${String(index).repeat(200_000)}\n`)
    await Promise.all(lines.map(async (line) => disk.appendFile('log', line)))
    const text = String(await disk.readFile('log', { encoding: 'utf8' }))
    expect(text.split('\n').filter(Boolean).toSorted()).toEqual(lines.map((line) => line.trimEnd()).toSorted())
  })

  test('A file of /proc has content although it says it has none', async () => {
    const { disk } = ground()
    expect((await disk.readFile('/proc/version', { encoding: 'utf8' })).length).toBeGreaterThan(10)
    expect((await read(disk, '/proc/version')).length).toBeGreaterThan(10)
  })

  test('[BR-150] Of two writers that expect the same time one is told that the file changed', async () => {
    const { disk } = ground()
    await disk.writeFile('f', '0')
    const { modifiedAt } = await disk.stat('f')
    const outcomes = await Promise.allSettled(
      ['1', '2', '3', '4'].map(async (content) => disk.writeFile('f', content, { expectedMtime: modifiedAt })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const losers = outcomes.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of losers) expect(reason).toMatchObject({ code: 'ESTALE' })
  })
}
