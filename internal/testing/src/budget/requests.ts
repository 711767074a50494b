import type { Journal } from '@caisson/emulators'

/** What an operation asked of the vendor, and how long that took. */
export interface Requests {
  /** Routes of the requests that were waited for, in their order. */
  readonly calls: readonly string[]
  /** Routes of the looks at a machine that is changing. */
  readonly polls: readonly string[]
  /** Routes of the requests that nobody waits for. */
  readonly background: readonly string[]
  readonly durationMs: number
}

/** From the end of a request of the first route on, nobody waits for requests of the second. */
export interface UnawaitedAfter {
  readonly trigger: string
  readonly route: string
}

/** What nobody waits for, besides what the emulator itself knows. */
export interface Unawaited {
  readonly routes?: readonly string[] | undefined
  readonly after?: UnawaitedAfter | undefined
}

/** Runs an operation and reads from the journal what was asked for. */
export async function requestsOf(
  journal: Journal,
  operation: () => Promise<unknown>,
  { routes = [], after }: Unawaited = {},
): Promise<Requests> {
  for (const route of routes) journal.classify(route, 'background')
  const stop = journal.subscribe(({ route }) => {
    if (after && route === after.trigger) journal.classify(after.route, 'background')
  })
  const before = journal.last
  try {
    const startedAtMs = performance.now()
    await operation()
    const durationMs = performance.now() - startedAtMs
    const ofKind = (kind: 'call' | 'poll' | 'background') =>
      journal.entries({ after: before, kind }).map(({ route }) => route)
    return { calls: ofKind('call'), polls: ofKind('poll'), background: ofKind('background'), durationMs }
  } finally {
    stop()
    for (const route of [...routes, ...(after ? [after.route] : [])]) journal.classify(route, 'call')
  }
}
