import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let directory: string
let printed: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'quickstart-test-'))
  vi.stubEnv('TMPDIR', directory)
  vi.resetModules()
  printed = ''
  const keep = (text: unknown): boolean => {
    printed += text instanceof Uint8Array ? new TextDecoder().decode(text) : `${String(text)}\n`
    return true
  }
  vi.spyOn(console, 'log').mockImplementation(keep)
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(directory, { recursive: true, force: true })
})

it(
  '[C01] [C03] [C07] [C14] [E13] [E20] [D09] finds the same on this machine, on E2B, on Daytona and on Platform, and leaves nothing',
  { timeout: 120_000 },
  async () => {
    await import('../index.ts')
    expect(printed).toMatch(/^Isolation: (bwrap|seatbelt|none)\b/)
    const ways = [...printed.matchAll(/^(.*): the bucket is (mounted|read through S3Filesystem), /gm)]
    expect(ways.map(([, place]) => place)).toEqual([
      'this machine',
      'E2B, emulated',
      'Daytona, emulated',
      'Platform, emulated',
    ])
    // The data set has 1461 days, of which these kinds of weather are a partition.
    const counts = /Days by weather: (.*)/.exec(printed)?.[1]?.match(/\d+/g) ?? []
    expect(counts.map(Number).reduce((total, count) => total + count, 0)).toBe(1461)
    const wettest = [...printed.matchAll(/^ {2}(\d{4})-\d\d-\d\d {2}([\d.]+) mm$/gm)].map((match) => match.slice(1))
    expect(wettest).toEqual([
      ['2012', '54.1'],
      ['2013', '43.4'],
      ['2014', '46.7'],
      ['2015', '55.9'],
    ])
    expect(printed).toMatch(/^ {2}Dec +284\.5 +/m)
    expect(printed.match(/^ {2}(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) /gm)).toHaveLength(12)
    expect(printed).toMatch(/^E2B, emulated: machines: /m)
    expect(printed).toMatch(/^Daytona, emulated: machines: /m)
    expect(printed).toMatch(/^Platform, emulated: machines: /m)
    expect(printed.match(/^The same program, unchanged, found the same there\.$/gm)).toHaveLength(3)
    expect(printed).toMatch(
      /^ {2}step +this machine \(ms\) +E2B, emulated \(ms\) +Daytona, emulated \(ms\) +Platform, emulated \(ms\)$/m,
    )
    expect(printed).toMatch(/^ {2}put the data set into the bucket +\d+ +\d+ +\d+ +\d+$/m)
    expect(printed).toMatch(/^ {2}run a program that calls three host tools +\d+ +\d+ +\d+ +\d+$/m)
    expect(await readdir(directory)).toEqual([])
  },
)

it('removes its workspace when a step fails', async () => {
  vi.stubEnv('PATH', '/nowhere')
  await expect(import('../index.ts')).rejects.toThrow(/awk|sh|PATH/)
  expect(await readdir(directory)).toEqual([])
})
