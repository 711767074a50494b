import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  countOutcomes,
  DriverTap,
  missingNeed,
  readReports,
  renderSupportMatrix,
  runCase,
  runKnownFailing,
  sandboxSuites,
  selectSandboxCases,
  summarizeReport,
  writeReport,
  type CaseBench,
  type ConformanceReport,
  type SandboxCase,
  type TestedSandbox,
} from '../../src/index.js'
import { bareSupports, fullSupports, testTarget } from '../support/test-target.js'

const report: ConformanceReport = {
  target: 'one | two',
  provider: 'test',
  supports: { ...bareSupports, nativeMounts: ['local', 's3'] },
  cases: [
    { id: 'process/run/a', title: 'a', outcome: 'passed' },
    { id: 'process/run/b', title: 'b', outcome: 'skipped', reason: 'no supports.stdin' },
    { id: 'process/run/c', title: 'c', outcome: 'failed' },
    { id: 'mounts/local/d', title: 'd', outcome: 'known-failing', reason: 'the vendor has no such call' },
  ],
}

const passing: SandboxCase = { id: 'x/passing', title: 'passes', check: async () => undefined }
const failing: SandboxCase = {
  id: 'x/failing',
  title: 'fails',
  check: async () => {
    throw new Error('found something')
  },
}

describe('cases', () => {
  it('have ids that are unique and name their suite', () => {
    const ids = sandboxSuites.flatMap(({ cases }) => cases.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const { name, cases } of sandboxSuites) {
      for (const { id, title } of cases) {
        expect(id.startsWith(`${name}/`)).toBe(true)
        expect(title.length).toBeGreaterThan(20)
      }
    }
  })

  it('can be selected by the beginning of their ids', () => {
    const selected = selectSandboxCases(['process/stdin', 'lifecycle/start/lazy'])
    expect(selected.map(({ name }) => name)).toEqual(['lifecycle/start', 'process/stdin'])
    expect(selected[0]?.cases.map(({ id }) => id)).toEqual(['lifecycle/start/lazy'])
    expect(selectSandboxCases(undefined)).toBe(sandboxSuites)
    expect(selectSandboxCases(['no/such'])).toEqual([])
    const others = selectSandboxCases(undefined, ['process/stdin']).map(({ name }) => name)
    expect(others).toEqual(sandboxSuites.map(({ name }) => name).filter((name) => name !== 'process/stdin'))
    expect(selectSandboxCases(['process/stdin'], ['process/'])).toEqual([])
  })

  it('are skipped for a reason that names what is missing', async () => {
    const target = testTarget('t', bareSupports)
    const sandbox = await target.create({})
    expect(missingNeed(target, sandbox, ['streaming', 'stdin'])).toBe('no supports.stdin')
    expect(missingNeed(target, sandbox, ['!streaming'])).toBe('supports.streaming')
    expect(missingNeed(target, sandbox, ['!stdin', '!mounts', 'driver'])).toBeUndefined()
    expect(missingNeed(target, sandbox, ['localMounts'])).toContain('nativeMounts')
    expect(missingNeed(target, sandbox, ['mounts'])).toContain('mounted')
    expect(missingNeed(target, sandbox, ['clone'])).toContain('clone')
    expect(missingNeed({ ...target, driverOf: () => undefined }, sandbox, ['driver'])).toContain('driver')
  })
})

describe('running a case', () => {
  it('throws what the case found and cleans up all the same', async () => {
    const cleaned: string[] = []
    const target = testTarget('t', fullSupports)
    const made: TestedSandbox[] = []
    const check = async (bench: CaseBench): Promise<void> => {
      made.push(await bench.running(), await bench.create())
      throw new Error('found something')
    }
    const watched = { ...target, cleanup: ({ id }: TestedSandbox) => void cleaned.push(id) }
    await expect(runCase(watched, { ...failing, check })).rejects.toThrow('found something')
    expect(made.map(({ status }) => status)).toEqual(['destroyed', 'destroyed'])
    expect(cleaned).toEqual(made.map(({ id }) => id).toReversed())
  })

  it('fails a case whose sandbox cannot be destroyed', async () => {
    const target = testTarget('t', fullSupports)
    const check = async (bench: CaseBench): Promise<void> => {
      const sandbox = await bench.running()
      sandbox.destroy = async () => {
        throw new Error('stuck')
      }
    }
    await expect(runCase(target, { ...passing, check })).rejects.toThrow('Cleaning up')
    expect(target.machinesLeft()).toHaveLength(1)
    await target.close()
  })

  it('treats a known failure as passed while it fails, and as failed when it passes', async () => {
    const target = testTarget('t', fullSupports)
    await expect(runKnownFailing(target, failing, 'why')).resolves.toBeUndefined()
    await expect(runKnownFailing(target, passing, 'why')).rejects.toThrow('take it off the list')
  })
})

describe('a tap', () => {
  it('journals the calls of core, not what a driver calls on itself', async () => {
    const calls: string[] = []
    const driver = {
      create: async () => void calls.push('create'),
      async connect() {
        calls.push('connect')
        await this.create()
      },
    }
    const tap = new DriverTap(driver as never)
    await driver.connect()
    expect(calls).toEqual(['connect', 'create'])
    expect(tap.calls).toEqual(['connect'])
  })

  it('holds, fails and resets', async () => {
    const driver = { stop: async () => 'stopped' }
    const tap = new DriverTap(driver as never)
    const gate = tap.hold('stop')
    const held = driver.stop()
    await gate.reached
    gate.open()
    expect(await held).toBe('stopped')
    tap.fail('stop', new Error('no'), 1)
    await expect(driver.stop()).rejects.toThrow('no')
    expect(await driver.stop()).toBe('stopped')
    tap.fail('stop', new Error('no'), 5)
    tap.reset()
    expect(await driver.stop()).toBe('stopped')
    expect(tap.count('stop')).toBe(4)
  })
})

describe('reports', () => {
  it('count outcomes and sum them up in a line', () => {
    expect(countOutcomes(report.cases)).toEqual({ passed: 1, failed: 1, skipped: 1, 'known-failing': 1 })
    expect(summarizeReport(report)).toBe('one | two: 1 passed, 1 failed, 1 skipped by capability, 1 known failing')
  })

  it('become a matrix in Markdown', () => {
    const text = renderSupportMatrix([report, { ...report, target: 'other', supports: fullSupports, cases: [] }])
    expect(text).toContain('| capability | one \\| two | other |')
    expect(text).toContain('| `stdin` | no | yes |')
    expect(text).toContain('| `nativeMounts` | local, s3 | – |')
    expect(text).toContain('| process/run | 1 (1 failed, 1 not applicable) | – |')
    expect(text).toContain('| **all** | 1 (1 failed, 1 known failing, 1 not applicable) | – |')
    expect(text).toContain('| one \\| two | mounts/local/d | the vendor has no such call |')
    expect(renderSupportMatrix([{ ...report, cases: [] }])).toContain('None.')
  })

  it('survive a file', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'caisson-reports-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const other = { ...report, target: 'another' }
    expect(await writeReport(directory, report)).toBe(path.join(directory, 'one-two.json'))
    await writeReport(directory, other)
    expect(await readReports(directory)).toEqual([other, report])
  })
})
