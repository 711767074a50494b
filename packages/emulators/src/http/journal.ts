import type { IncomingMessage } from 'node:http'
import { type JournalEntry, type JournalFilter, matchesFilter, type RequestKind } from './journal-entry.js'
import { maskAddress, maskHeaders } from './masking.js'

/** Beyond this many the oldest are forgotten, so that an emulator that runs for days does not grow. */
const mostEntries = 20_000

/** What the emulator was asked. */
export interface Journal {
  /** The number of the latest request; 0 before the first. */
  readonly last: number
  entries(filter?: JournalFilter): readonly JournalEntry[]
  count(filter?: JournalFilter): number
  /** Requests per route, most frequent first. */
  routes(filter?: JournalFilter): Readonly<Record<string, number>>
  /** Requests that the emulator knows no route for. */
  unrouted(): readonly JournalEntry[]
  /** From now on, requests on this route are of another kind, where a caller does not wait for them or repeats them until something changes. */
  classify(route: string, kind: RequestKind): void
  /** Calls back when a request has ended; returns what stops that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void
  clear(): void
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** An entry while its request is being answered. */
export type OpenEntry = Writable<JournalEntry>

interface RoutedTo {
  readonly route: string
  readonly kind: RequestKind
  readonly sandboxId?: string | undefined
  readonly isKnown?: boolean | undefined
}

/** The journal as the emulator itself writes it. */
export class RequestJournal implements Journal {
  #entries: OpenEntry[] = []
  #last = 0
  readonly #kinds = new Map<string, RequestKind>()
  readonly #listeners = new Set<(entry: JournalEntry) => void>()

  get last(): number {
    return this.#last
  }

  open(request: IncomingMessage, url: URL): OpenEntry {
    const method = request.method ?? 'GET'
    this.#last += 1
    const entry: OpenEntry = {
      number: this.#last,
      at: new Date(),
      method,
      route: `${method} ${url.pathname}`,
      path: maskAddress(request.url ?? '/'),
      headers: maskHeaders(request.headers),
      kind: 'call',
      routed: false,
      outcome: 'open',
    }
    this.#entries.push(entry)
    if (this.#entries.length > mostEntries) this.#entries = this.#entries.slice(mostEntries / 2)
    return entry
  }

  /** Says where an entry was routed to. */
  route(entry: OpenEntry, { route, kind, sandboxId, isKnown = true }: RoutedTo): void {
    entry.route = route
    entry.routed = isKnown
    entry.kind = this.#kinds.get(route) ?? kind
    if (sandboxId !== undefined) entry.sandboxId = sandboxId
  }

  close(entry: OpenEntry): void {
    entry.durationMs = Date.now() - entry.at.getTime()
    for (const listener of this.#listeners) listener({ ...entry })
  }

  entries(filter: JournalFilter = {}): readonly JournalEntry[] {
    return this.#entries.filter((entry) => matchesFilter(entry, filter)).map((entry) => ({ ...entry }))
  }

  count(filter: JournalFilter = {}): number {
    return this.#entries.filter((entry) => matchesFilter(entry, filter)).length
  }

  routes(filter: JournalFilter = {}): Record<string, number> {
    const counts = new Map<string, number>()
    for (const { route } of this.entries(filter)) counts.set(route, (counts.get(route) ?? 0) + 1)
    return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a))
  }

  unrouted(): readonly JournalEntry[] {
    return this.entries({ routed: false }).filter(({ outcome }) => outcome !== 'open')
  }

  classify(route: string, kind: RequestKind): void {
    this.#kinds.set(route, kind)
  }

  subscribe(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  clear(): void {
    this.#entries = []
    this.#kinds.clear()
  }
}
