import { currentTimeMs, delay, type OutputSink } from '@caisson/core/driver'
import { sandboxErrorCodes } from '@caisson/core/workspace'
import { startFollow, type FollowOptions } from './follow.js'
import type { Follow, FollowEnd } from './follow-reader.js'
import type { LiveOutput } from './live-output.js'
import { ofBegun, processLostError } from './relay-error.js'
import type { RelayMachine } from './relay-machine.js'
import type { LookWay } from './scripts/look-parts.js'

/** So often in a row a look at the output may be cut without having given anything. */
const mostFruitlessLooks = 3
/** A look that was cut after so long was none of those. */
const lastingMs = 5000

/** What is read, and where it goes. */
export interface Reading {
  readonly machine: RelayMachine
  readonly id: string
  readonly pid: string
  readonly live: LiveOutput
  readonly output: OutputSink
  /** Nobody looks at the output before the end. */
  readonly isQuiet: boolean
}

/** A look that has found the command, or is about to. */
export interface ReadFrom {
  readonly follow?: Follow | Promise<Follow> | undefined
  /** What cut the vendor's stream: the truth, if this fails too. */
  readonly cause?: unknown
}

/** Follows a command's output in the supervisor's files, by as many looks as it takes. */
export async function readToEnd(
  reading: Reading,
  { follow: found, cause }: ReadFrom,
): Promise<Extract<FollowEnd, { kind: 'exit' }>> {
  const { machine, id, pid, live, isQuiet } = reading
  const delivered = (): number => live.streams.stdout.deliveredBytes + live.streams.stderr.deliveredBytes
  let follow = found
  let way = machine.nextWay('cut', isQuiet)
  let fruitless = 0
  for (;;) {
    const before = delivered()
    const current = await (follow ?? look(reading, way, cause))
    follow = undefined
    const sinceMs = currentTimeMs()
    const end = await current.end
    if (end.kind === 'exit') return end
    if (end.kind === 'failed') throw end.error
    if (end.kind === 'gone') throw cause ?? processLostError(lostMessage(pid), { pid })
    if (end.kind !== 'cut') await machine.untilTaken(id, current.taken())
    const isFruitful = end.kind !== 'cut' || delivered() > before || currentTimeMs() - sinceMs > lastingMs
    fruitless = isFruitful ? 0 : fruitless + 1
    if (end.kind === 'cut' && fruitless >= mostFruitlessLooks) {
      throw cause ?? end.error ?? processLostError(lostMessage(pid), { pid })
    }
    way = machine.nextWay(end.kind, isQuiet)
  }
}

async function look({ machine, id, pid, live, output }: Reading, way: LookWay, cause: unknown): Promise<Follow> {
  try {
    const follow = await followPatiently(machine, { target: { id }, way, live, output })
    if (follow) return follow
  } catch (error) {
    throw cause ?? ofBegun(error)
  }
  throw cause ?? processLostError(lostMessage(pid), { pid })
}

/** A look that is tried again when the vendor could not be reached for a moment; looking changes nothing. */
export async function followPatiently(machine: RelayMachine, options: FollowOptions): Promise<Follow | undefined> {
  for (const waitMs of machine.lookAgainAfterMs) {
    try {
      return await startFollow(machine, options)
    } catch (error) {
      if (machine.isEnding || !mayPass(machine, error)) throw error
    }
    await delay(waitMs)
  }
  return startFollow(machine, options)
}

function mayPass(machine: RelayMachine, error: unknown): boolean {
  const { code, retry } = machine.classifyError(error)
  return code !== 'GONE' && (retry ?? sandboxErrorCodes[code].retry) !== 'never'
}

export function lostMessage(pid: string): string {
  return `How process ${pid} ended is not known: the stream of its output was cut and its supervisor is gone`
}
