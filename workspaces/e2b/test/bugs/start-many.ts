import { expect } from 'vitest'
import type { Emulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'

interface ManyStarts {
  readonly count: number
  /** How many creations are told to wait for a second. */
  readonly limited: number
  /** How many machines are made without anybody being told. */
  readonly lost: number
}

/** Starts sandboxes with different ids at once; every one gets a machine, and none is left when all were destroyed. */
export async function startMany(target: Emulated, { count, limited, lost }: ManyStarts): Promise<void> {
  const { faults, journal } = target.emulator
  const creation = 'POST /v2/sandboxes'
  faults.next(creation, { loseResponse: true, times: lost })
  faults.next(creation, { status: 429, headers: { 'Retry-After': '1' }, times: limited })
  const sandboxes = Array.from({ length: count }, () => target.make())
  try {
    const outcomes = await Promise.allSettled(sandboxes.map((sandbox) => sandbox.start()))
    expect(outcomes.map(({ status }) => status)).toEqual(sandboxes.map(() => 'fulfilled'))
    expect(new Set(sandboxes.map(({ sandboxId }) => sandboxId)).size).toBe(count)
    expect(await listAll(target)).toHaveLength(count)
    expect(journal.count({ route: creation })).toBe(count + limited)
  } finally {
    await Promise.all(sandboxes.map((sandbox) => sandbox.destroy()))
  }
  expect(await listAll(target)).toEqual([])
}
