import { randomUUID } from 'node:crypto'
import type { Fault, FaultOptions } from '@caisson/emulators'
import { expect } from 'vitest'
import { effects } from './effects.js'
import type { FaultRow } from './fault-case.js'

/** What an operation that meets a fault needs of a provider. */
export interface FaultBench {
  /** Its emulator is read only once tests run. */
  readonly target: {
    readonly emulator: { readonly faults: { next(route: string, options: FaultOptions): Fault; clear(): void } }
  }
  /** What the user sees of a call. */
  see(call: Promise<unknown>): Promise<string>
  /** Waits for requests that nobody else waits for and that could meet the fault instead. */
  settle?(): Promise<void>
}

/** Runs a row's operation with its fault, which it must meet, and checks what the user saw and what must be true afterwards. */
export async function meetFault<Sandbox>(
  bench: FaultBench,
  { entry, effect, sight }: FaultRow<Sandbox>,
  sandbox: Sandbox,
): Promise<void> {
  const prepared = { sandbox, tag: randomUUID() }
  const process = await entry.prepare?.(prepared)
  await bench.settle?.()
  const ground = process ? { ...prepared, process } : prepared
  const fault = bench.target.emulator.faults.next(entry.route, effects[effect])
  const seen = await bench.see(entry.run(ground))
  expect(fault.hits).toBe(1)
  await entry.check?.(ground, effect, seen)
  expect(seen).toBe(sight)
}
