import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CodeModeTransport } from '@caisson/core'
import type { Journal } from '@caisson/emulators'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { MountProvider, MountSandbox } from '../mounts/mount-provider.js'
import { useStores, type Stores } from '../mounts/stores.js'
import { whyNoMounts, type MachineEmulator } from '../mounts/why-no-mounts.js'
import type { BudgetRow } from './budget-row.js'
import { useMountGround } from './mount-ground.js'
import type { Ground } from './operation.js'
import { requestsOf, type Requests, type UnawaitedAfter } from './requests.js'

/** What counts need of a provider and the emulator of its vendor. */
export interface BudgetTarget extends Pick<MountProvider, 'make' | 'buildImage'> {
  readonly emulator: MachineEmulator & { readonly journal: Journal }
  codeModeTransport(): CodeModeTransport
  /** Resolves when nothing is asked any more that nobody waits for. */
  untilQuiet?(): Promise<void>
  readonly unawaitedAfter?: UnawaitedAfter | undefined
}

export interface BudgetOptions {
  readonly rows: readonly BudgetRow[]
  /** Starts an emulator for the tests that follow, which waits so long before each answer. */
  useTarget(latencyMs: number): BudgetTarget
  /** All rows run with each of them. */
  readonly latencies: readonly number[]
  /** Name of the file in `.cache/reports` that tells what was measured. */
  readonly reportName: string
}

/** By name of the operation, then by latency. */
type Measured = Map<string, Map<number, Requests>>

/** Registers the budget of every operation for each latency, and writes what was measured into a report. */
export function runBudget(options: BudgetOptions): void {
  const { latencies, reportName, rows } = options
  const measured: Measured = new Map()
  const stores = useStores()
  for (const latencyMs of latencies) registerRows(options, latencyMs, stores, measured)
  afterAll(async () => {
    const directory = path.join(import.meta.dirname, '../../../../.cache/reports')
    await mkdir(directory, { recursive: true })
    await writeFile(path.join(directory, reportName), report(rows, latencies, measured))
  })
}

function registerRows({ rows, useTarget }: BudgetOptions, latencyMs: number, stores: Stores, measured: Measured): void {
  describe(`requests that are waited for, ${latencyMs} ms to each answer`, () => {
    const target = useTarget(latencyMs)
    const mounts = useMountGround(target, stores)
    const made: MountSandbox[] = []
    const make: Ground['make'] = (options) => {
      const sandbox = target.make(options)
      made.push(sandbox)
      return sandbox
    }
    afterEach(async () => {
      await Promise.all(made.splice(0).map((sandbox) => sandbox.destroy()))
    })

    it.for(rows)('$name: at most $budget', async ({ name, operation, budget, routes, background }, { skip }) => {
      const obstacle = operation.needsMounts ? whyNoMounts(target.emulator) : undefined
      skip(obstacle !== undefined, obstacle)
      const { journal } = target.emulator
      const { codeModeTransport } = target
      const run = await operation.prepare({ id: `budget-${randomUUID()}`, make, codeModeTransport, mounts })
      await target.untilQuiet?.()
      const requests = await requestsOf(journal, run, { routes: background, after: target.unawaitedAfter })
      const byLatency = measured.get(name) ?? new Map<number, Requests>()
      measured.set(name, byLatency.set(latencyMs, requests))
      expect(requests.calls).toEqual(routes)
      expect(requests.calls.length).toBeLessThanOrEqual(budget)
      expect(journal.unrouted()).toEqual([])
    })
  })
}

/** One line per operation: budget, requests measured, and the time they took with each latency. */
function report(rows: readonly BudgetRow[], latencies: readonly number[], measured: Measured): string {
  const head = `| operation | budget | measured | requests | ${latencies.map((ms) => `ms at ${ms} ms`).join(' | ')} |`
  const lines = rows.map(({ name, budget }) => {
    const byLatency = measured.get(name)
    const { calls = [], polls = [], background = [] } = byLatency?.get(latencies[0] ?? 0) ?? {}
    const more = told('looks while it changes', polls) + told('not waited for', background)
    const times = latencies.map((ms) => Math.round(byLatency?.get(ms)?.durationMs ?? Number.NaN))
    return `| ${name} | ${budget} | ${calls.length} | ${calls.join(', ')}${more} | ${times.join(' | ')} |`
  })
  return `${[head, `|${'---|'.repeat(4 + latencies.length)}`, ...lines].join('\n')}\n`
}

/** Routes, each once, with how often they were asked for. */
function told(what: string, routes: readonly string[]): string {
  if (routes.length === 0) return ''
  const counts = [...new Set(routes)].map((route) => `${routes.filter((other) => other === route).length} × ${route}`)
  return ` (${what}: ${counts.join(', ')})`
}
