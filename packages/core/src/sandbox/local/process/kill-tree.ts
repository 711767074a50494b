import { delay } from '../../../util/timer.js'
import { findTree, isAnyAlive, signalProcess, type TreeQuery } from './process-tree.js'

/** Rounds of look and kill. More than one is needed only while processes are being started. */
const maxRounds = 20

/** Wait between two looks, in milliseconds. */
const pollMs = 10

/** How long processes may take to end in order, in milliseconds. */
const graceMs = 1000

/** How many looks a killed process gets to disappear: the system may need a moment to take it apart. */
const maxPolls = 200

/** A tree to signal. */
export interface KillQuery extends TreeQuery {
  /** Gets every process that is found. */
  readonly known: Map<number, string>
  /** Processes that only wait for others in a namespace, which would end with them: only SIGKILL is for them. */
  readonly monitors: readonly number[]
  /** Only what is not known yet. */
  readonly onlyNew?: boolean | undefined
}

/**
 * Signals every process of a tree and adds it to `known`. With SIGKILL it looks again until nothing new appears, so that
 * a process that is being started at this moment does not slip through. `false` when nothing was there.
 */
export function signalTree(query: KillQuery, signal: NodeJS.Signals): boolean {
  let found = false
  for (let round = 0; round < maxRounds; round += 1) {
    const isRepeated = round > 0 || query.onlyNew
    const fresh = findTree(query).filter((entry) => !isRepeated || query.known.get(entry.pid) !== entry.startTime)
    for (const entry of fresh) {
      query.known.set(entry.pid, entry.startTime)
      found = true
      if (signal === 'SIGKILL' || !query.monitors.includes(entry.pid)) signalProcess(entry.pid, signal)
    }
    if (signal !== 'SIGKILL' || fresh.length === 0) break
  }
  return found
}

/** Waits until none of `known` is alive, or the polls are used up. */
export async function untilGone(known: ReadonlyMap<number, string>, polls: number = maxPolls): Promise<boolean> {
  for (let poll = 0; poll < polls; poll += 1) {
    if (!isAnyAlive(known)) return true
    await delay(pollMs)
  }
  return !isAnyAlive(known)
}

/** Ends a tree and waits until it is gone: SIGTERM, and SIGKILL to whatever is left after one second. */
export async function endTree(tree: Omit<KillQuery, 'known'>): Promise<void> {
  const query = { ...tree, known: new Map<number, string>() }
  if (!signalTree(query, 'SIGTERM')) return
  await untilGone(query.known, graceMs / pollMs)
  if (signalTree(query, 'SIGKILL')) await untilGone(query.known)
}
