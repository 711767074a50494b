import type { Contender } from './measure.ts'

/** How often contenders take turns. */
export interface TurnOptions {
  readonly rounds: number
  readonly warmUps: number
  /** After this time no further round begins, once there are three; after three times as much, once there is one. */
  readonly patienceMs: number
}

/** By contender: the figures of each round. */
export type Samples = Map<string, (readonly number[])[]>

/**
 * Lets contenders take turns, each once a round and each round beginning with another, so that whatever else the machine
 * does hits all of them alike.
 */
export async function interleave(
  contenders: Readonly<Record<string, Contender>>,
  { rounds, warmUps, patienceMs }: TurnOptions,
): Promise<Samples> {
  const entries = Object.entries(contenders)
  const samples: Samples = new Map(entries.map(([name]) => [name, []]))
  const startedAtMs = performance.now()
  for (let round = -warmUps; round < rounds; round += 1) {
    const elapsedMs = performance.now() - startedAtMs
    if (isEnough(round, elapsedMs, patienceMs)) break
    for (const index of entries.keys()) {
      const [name, run] = entries[(index + round + warmUps) % entries.length] ?? []
      const figures = await run?.()
      if (round >= 0 && name !== undefined && figures) samples.get(name)?.push(figures)
    }
  }
  return samples
}

function isEnough(round: number, elapsedMs: number, patienceMs: number): boolean {
  return (round >= 3 && elapsedMs > patienceMs) || (round >= 1 && elapsedMs > 3 * patienceMs)
}
