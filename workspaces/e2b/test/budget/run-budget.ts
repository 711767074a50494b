import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { E2BSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { useStores, whyNoMounts } from '@caisson/testing'
import type { BudgetRow } from './budget-row.js'
import { codeModeRows } from './code-mode-rows.js'
import { fileRows } from './file-rows.js'
import { lifecycleRows } from './lifecycle-rows.js'
import { useMountGround } from './mount-ground.js'
import { mountRows } from './mount-rows.js'
import { processRows } from './process-rows.js'
import { requestsOf, untilQuiet, type Requests } from './requests.js'

const rows: readonly BudgetRow[] = [...lifecycleRows, ...processRows, ...fileRows, ...codeModeRows, ...mountRows]

/** By operation, then by latency. */
type Measured = Map<string, Map<number, Requests>>

/** Registers the budget of every operation for each latency, and writes what was measured into a report of this name. */
export function runBudget(latencies: readonly number[], reportName: string): void {
  const measured: Measured = new Map()
  const stores = useStores()
  for (const latencyMs of latencies) registerRows(latencyMs, stores, measured)
  afterAll(async () => {
    const directory = path.join(import.meta.dirname, '../../../../.cache/reports')
    await mkdir(directory, { recursive: true })
    await writeFile(path.join(directory, reportName), report(latencies, measured))
  })
}

function registerRows(latencyMs: number, stores: ReturnType<typeof useStores>, measured: Measured): void {
  describe(`requests that are waited for, ${latencyMs} ms to each answer`, () => {
    const target = useEmulated({ latencyMs })
    const mounts = useMountGround(target, stores)
    const made: E2BSandbox[] = []
    afterEach(async () => {
      await Promise.all(made.splice(0).map((sandbox) => sandbox.destroy()))
    })

    it.for(rows)('$operation: at most $budget', async (row, { skip }) => {
      const { operation, budget, routes, background, needsMounts, prepare } = row
      const obstacle = needsMounts ? whyNoMounts(target.emulator) : undefined
      skip(obstacle !== undefined, obstacle)
      const make: typeof target.make = (options) => {
        const sandbox = target.make(options)
        made.push(sandbox)
        return sandbox
      }
      const run = await prepare({ id: `budget-${randomUUID()}`, make, mounts })
      await untilQuiet(target.emulator)
      const requests = await requestsOf(target.emulator, run, background)
      const byLatency = measured.get(operation) ?? new Map<number, Requests>()
      measured.set(operation, byLatency.set(latencyMs, requests))
      expect(requests.calls).toEqual(routes)
      expect(requests.calls.length).toBeLessThanOrEqual(budget)
      expect(target.emulator.journal.unrouted()).toEqual([])
    })
  })
}

/** One line per operation: budget, requests measured, and the time they took with each latency. */
function report(latencies: readonly number[], measured: Measured): string {
  const head = `| operation | budget | measured | requests | ${latencies.map((ms) => `ms at ${ms} ms`).join(' | ')} |`
  const lines = rows.map(({ operation, budget }) => {
    const byLatency = measured.get(operation)
    const { calls = [], background = [] } = byLatency?.get(latencies[0] ?? 0) ?? {}
    const unawaited = background.length === 0 ? '' : ` (not waited for: ${background.join(', ')})`
    const times = latencies.map((ms) => Math.round(byLatency?.get(ms)?.durationMs ?? Number.NaN))
    return `| ${operation} | ${budget} | ${calls.length} | ${calls.join(', ')}${unawaited} | ${times.join(' | ')} |`
  })
  return `${[head, `|${'---|'.repeat(4 + latencies.length)}`, ...lines].join('\n')}\n`
}
