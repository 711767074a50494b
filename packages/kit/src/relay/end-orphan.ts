import { startTimer } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { RelayMachine } from './relay-machine.js'
import { killCommandScript } from './scripts/kill-scripts.js'

/** The request that starts the command may still be on its way when it is given up. */
const waitsMs = [0, 1000, 4000]

/**
 * Ends a command whose start was given up, without anybody waiting for that: nobody has the process, so nobody else would.
 * Keeps no host alive.
 */
export async function endOrphan(machine: RelayMachine, id: string): Promise<void> {
  for (const waitMs of waitsMs) {
    await new Promise<void>((resolve) => void startTimer(waitMs, resolve, { background: true }))
    if (machine.isEnding) return
    const mark = randomId()
    const script = (forgotten: readonly string[]): ReturnType<typeof killCommandScript> =>
      killCommandScript(id, { signal: 'SIGKILL', mark, forgotten })
    // Whoever gave up has an error already.
    const answer = await machine.ask(script, mark).catch(() => undefined)
    if (answer === 'killed') return
  }
}
