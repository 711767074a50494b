import { setTimeout as wait } from 'node:timers/promises'
import type { E2BEmulator } from '@caisson/emulators'

/** What an operation asked of the vendor, and how long that took. */
export interface Requests {
  /** Routes of the requests that were waited for, in their order. */
  readonly calls: readonly string[]
  /** Routes of the requests that nobody waits for. */
  readonly background: readonly string[]
  readonly durationMs: number
}

const listRoute = 'GET /v2/sandboxes'
const createRoute = 'POST /v2/sandboxes'

/** Waits until the look for a twin of the machine that was made last is over, if one was made. */
export async function untilQuiet({ journal }: E2BEmulator): Promise<void> {
  const created = journal.entries({ route: createRoute }).at(-1)
  if (created === undefined) return
  const isOver = () => {
    const lists = journal.entries({ route: listRoute, after: created.number })
    return lists.length > 0 && lists.every(({ outcome }) => outcome !== 'open')
  }
  while (!isOver()) await wait(5)
}

/**
 * Runs an operation and reads from the journal what was asked for. After a machine was made, one look for a twin of it is
 * sent that nobody waits for: from the end of a creation on, lists count as background.
 */
export async function requestsOf(
  { journal }: E2BEmulator,
  operation: () => Promise<unknown>,
  background: readonly string[] = [],
): Promise<Requests> {
  for (const route of background) journal.classify(route, 'background')
  const stop = journal.subscribe(({ route }) => {
    if (route === createRoute) journal.classify(listRoute, 'background')
  })
  const after = journal.last
  try {
    const startedAtMs = performance.now()
    await operation()
    const durationMs = performance.now() - startedAtMs
    const routes = (kind: 'call' | 'background') => journal.entries({ after, kind }).map(({ route }) => route)
    return { calls: routes('call'), background: routes('background'), durationMs }
  } finally {
    stop()
    for (const route of [listRoute, ...background]) journal.classify(route, 'call')
  }
}
