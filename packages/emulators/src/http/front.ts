import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, type FailureForm, plainFailure } from './failure-form.js'
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
  /** The vendor's form of an error. Default: an object with a number and a text. */
  readonly form?: FailureForm | undefined
}

export function parseAddress(request: IncomingMessage): URL | undefined {
  const path = request.url ?? '/'
  const base = 'http://emulator'
  // A path that begins with two slashes would be read as a host.
  return URL.parse(path.startsWith('/') ? base + path : path, base) ?? undefined
}

function failureOf(error: unknown): Failure {
  if (error instanceof HttpFailure) return error
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  return { status: 500, message: `The emulator failed. ${text}`, details: {} }
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
    if (url === undefined) {
      return this.#sendFailure(request, reply, new HttpFailure(400, 'The address of the request is not valid'))
    }
    void this.#answer(request, url, entry, reply).catch((error: unknown) => this.#sendFailure(request, reply, error))
  }

  #sendFailure(request: IncomingMessage, reply: Reply, error: unknown): void {
    if (reply.isStarted) return reply.drop()
    const headers = error instanceof HttpFailure ? error.headers : {}
    this.#send(request, reply, failureOf(error), headers)
  }

  #send(request: IncomingMessage, reply: Reply, failure: Failure, headers: OutgoingHttpHeaders | undefined): void {
    const { form = plainFailure } = this.#options
    const formed = form(failure, request)
    reply.send(failure.status, formed.body, { ...formed.headers, ...headers })
  }

  async #answer(request: IncomingMessage, url: URL, entry: OpenEntry, reply: Reply): Promise<void> {
    const { journal, faults, latencyMs, resolve } = this.#options
    const target = resolve(request, url)
    if (target) journal.route(entry, target)
    const effect = faults.take(entry.route, entry.sandboxId) ?? {}
    if (describeFault(effect) !== '') entry.fault = describeFault(effect)
    const delayMs = latencyMs + (effect.latencyMs ?? 0)
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
    if (this.#isReplaced(effect, request, reply)) return
    if (target === undefined)
      throw new HttpFailure(404, `The emulator knows no route ${request.method} ${url.pathname}`)
    reply.apply(effect)
    await target.handle(reply)
  }

  /** Does what an effect does instead of the work; true when it did. */
  #isReplaced(effect: FaultEffect, request: IncomingMessage, reply: Reply): boolean {
    if (effect.stall === true) return true
    if (effect.resetConnection === true) {
      reply.drop()
      return true
    }
    const { status, body, headers } = effect
    if (status === undefined) return false
    reply.apply(effect)
    if (body !== undefined) reply.send(status, body, headers)
    else this.#send(request, reply, { status, message: 'This failure was ordered', details: {} }, headers)
    return true
  }
}
