import type { OutgoingHttpHeaders } from 'node:http'

/** What happens to a request instead of, or beside, its work. Several may be combined where that makes sense. */
export interface FaultEffect {
  /** Answers this instead of doing the work. */
  readonly status?: number | undefined
  /** Body beside `status`: a string as it is, anything else as JSON. Default: the vendor's form of an error. */
  readonly body?: unknown
  /** Headers beside `status`. */
  readonly headers?: OutgoingHttpHeaders | undefined
  /** Waits before anything else. */
  readonly latencyMs?: number | undefined
  /** Never does the work and never answers; the connection stays open. */
  readonly stall?: boolean | undefined
  /** Ends the connection before the work is done. */
  readonly resetConnection?: boolean | undefined
  /** Does the work, sends nothing and ends the connection. */
  readonly loseResponse?: boolean | undefined
  /** Ends the connection after so many bytes of the answer's body. */
  readonly cutAfterBytes?: number | undefined
  /** Ends the connection after the first event of a stream; of other answers, after the first piece of the body. */
  readonly cutAfterFirstEvent?: boolean | undefined
  /** Accepts a websocket and ends it before anything is read. Only where an emulator says so. */
  readonly cutOnOpen?: boolean | undefined
  /** Sends all of a stream but what says how it ended, and ends the connection. Only where an emulator says so. */
  readonly cutBeforeEnd?: boolean | undefined
}

/** Which requests a fault is for. */
export interface FaultScope {
  /** How many requests it is for. Default 1; `Infinity` until it is cancelled. */
  readonly times?: number | undefined
  /** Only requests about this sandbox. */
  readonly sandboxId?: string | undefined
}

export type FaultOptions = FaultEffect & FaultScope

/** A fault that was ordered. */
export interface Fault {
  /** How many requests it has been applied to. */
  readonly hits: number
  readonly remaining: number
  cancel(): void
}

/** Where a fault applies: a route as the journal shows it; `*` stands for any text. */
export type RoutePattern = string | readonly string[]

const words: readonly (readonly [keyof FaultEffect, (effect: FaultEffect) => string])[] = [
  ['latencyMs', ({ latencyMs }) => `wait ${latencyMs} ms`],
  ['stall', () => 'stall'],
  ['resetConnection', () => 'reset connection'],
  ['status', ({ status }) => `status ${status}`],
  ['loseResponse', () => 'lose response'],
  ['cutAfterBytes', ({ cutAfterBytes }) => `cut after ${cutAfterBytes} bytes`],
  ['cutAfterFirstEvent', () => 'cut after the first event'],
  ['cutOnOpen', () => 'cut once open'],
  ['cutBeforeEnd', () => 'cut before the end'],
]

/** One line for the journal. */
export function describeFault(effect: FaultEffect): string {
  return words
    .filter(([name]) => effect[name] !== undefined && effect[name] !== false)
    .map(([, word]) => word(effect))
    .join(', ')
}
