/**
 * `call`: the client asked for something. `poll`: it looks whether something has happened. `background`: nobody waits for it. Budgets of
 * requests count calls only.
 */
export type RequestKind = 'call' | 'poll' | 'background'

/** `open`: not answered yet. `cut`: the connection ended before the answer did. `dropped`: the work was done, the answer kept back. */
export type RequestOutcome = 'open' | 'answered' | 'cut' | 'dropped'

/** One request, without secrets: no bodies, and values of headers only where they cannot hold one. */
export interface JournalEntry {
  /** Counts from 1 and never starts again, not even after `reset()`. */
  readonly number: number
  readonly at: Date
  readonly method: string
  /** Method and path template, such as `POST /v2/sandboxes/{id}/connect`. */
  readonly route: string
  /** Path and query as sent, with signatures and tokens masked. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly kind: RequestKind
  readonly sandboxId?: string | undefined
  /** False where the emulator knows no such route. */
  readonly routed: boolean
  readonly status?: number | undefined
  readonly outcome: RequestOutcome
  /** From the request's head to the end of its answer. */
  readonly durationMs?: number | undefined
  /** The fault that was applied, in words. */
  readonly fault?: string | undefined
}

/** Members that must all be equal. */
export interface JournalFilter {
  readonly route?: string | undefined
  readonly sandboxId?: string | undefined
  readonly kind?: RequestKind | undefined
  readonly status?: number | undefined
  readonly routed?: boolean | undefined
  /** Only requests after this number: `journal.last`, taken earlier. */
  readonly after?: number | undefined
}

export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  const { after = 0, ...members } = filter
  if (entry.number <= after) return false
  return Object.entries(members).every(
    ([name, value]) => value === undefined || entry[name as keyof typeof members] === value,
  )
}
