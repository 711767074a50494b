import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultPlan } from './fault-plan.js'
import { describeFault, type FaultEffect } from './fault.js'
import { HttpFailure } from './http-failure.js'
import type { RequestKind } from './journal-entry.js'
import type { OpenEntry, RequestJournal } from './journal.js'
import { Reply } from './reply.js'

/** Where a request goes. */
export interface Resolution {
  readonly route: string
  readonly kind: RequestKind
  /** False where what answers the request is known not to know it. Default true. */
  readonly isKnown?: boolean | undefined
  readonly sandboxId?: string | undefined
  handle(reply: Reply): Promise<void> | void
}

export interface FrontOptions {
  readonly journal: RequestJournal
  readonly faults: FaultPlan
  /** Before every answer. */
  readonly latencyMs: number
  /** `undefined` where no route fits. */
  readonly resolve: (request: IncomingMessage, url: URL) => Resolution | undefined
}

/** The vendor's form of an error. */
function failureBody(status: number, message: string): { code: number; message: string } {
  return { code: status, message }
}

export function parseAddress(request: IncomingMessage): URL | undefined {
  const path = request.url ?? '/'
  const base = 'http://emulator'
  // A path that begins with two slashes would be read as a host.
  return URL.parse(path.startsWith('/') ? base + path : path, base) ?? undefined
}

function sendFailure(reply: Reply, error: unknown): void {
  if (reply.isStarted) return reply.drop()
  if (error instanceof HttpFailure) {
    return reply.send(error.status, failureBody(error.status, error.message), error.headers)
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  reply.send(500, failureBody(500, `The emulator failed. ${text}`))
}

/** What all requests pass: the journal, the ordered faults, the route, and the form of errors. */
export class Front {
  readonly #options: FrontOptions

  constructor(options: FrontOptions) {
    this.#options = options
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const url = parseAddress(request)
    const { journal } = this.#options
    const entry = journal.open(request, url ?? new URL('http://emulator/(not-a-path)'))
    const reply = new Reply(response, entry)
    response.once('close', () => {
      if (entry.outcome === 'open') entry.outcome = response.writableFinished ? 'answered' : 'cut'
      journal.close(entry)
    })
    // A connection that breaks is noticed by `close`.
    response.on('error', () => undefined)
    if (url === undefined) return reply.send(400, failureBody(400, 'The address of the request is not valid'))
    void this.#answer(request, url, entry, reply).catch((error: unknown) => sendFailure(reply, error))
  }

  async #answer(request: IncomingMessage, url: URL, entry: OpenEntry, reply: Reply): Promise<void> {
    const { journal, faults, latencyMs, resolve } = this.#options
    const target = resolve(request, url)
    if (target) journal.route(entry, target)
    const effect = faults.take(entry.route, entry.sandboxId) ?? {}
    if (describeFault(effect) !== '') entry.fault = describeFault(effect)
    const delayMs = latencyMs + (effect.latencyMs ?? 0)
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
    if (isReplaced(effect, reply)) return
    if (target === undefined)
      throw new HttpFailure(404, `The emulator knows no route ${request.method} ${url.pathname}`)
    reply.apply(effect)
    await target.handle(reply)
  }
}

/** Does what an effect does instead of the work; true when it did. */
function isReplaced(effect: FaultEffect, reply: Reply): boolean {
  if (effect.stall === true) return true
  if (effect.resetConnection === true) {
    reply.drop()
    return true
  }
  if (effect.status === undefined) return false
  reply.apply(effect)
  reply.send(effect.status, effect.body ?? failureBody(effect.status, 'This failure was ordered'), effect.headers)
  return true
}
