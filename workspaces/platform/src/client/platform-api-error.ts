import type { ErrorFacts } from '@caisson/core/driver'
import type { RetryFact, SandboxErrorCode } from '@caisson/core/workspace'

/** What the platform answered. */
export interface PlatformAnswerFacts {
  /** What was asked, such as `create a sandbox`. */
  readonly operation: string
  readonly status: number
  /** As it came, without our own secrets. */
  readonly body: string
  /** What it means in the terms that all providers share. */
  readonly facts: ErrorFacts
  /** Set where the answer should have been a success: what is wrong with it. */
  readonly fault?: string | undefined
}

/**
 * The platform's API refused, failed, or answered what cannot be understood.
 *
 * It is not a `SandboxError`: `code` is the platform's own word here. The shared terms are in `sandboxCode` and `retry`.
 */
export class PlatformApiError extends Error {
  override name: string = 'PlatformApiError'

  /** Status of HTTP; 2xx for an answer that cannot be understood. */
  readonly status: number
  /** The raw body, as text. */
  readonly body: string
  /** The platform's word for the failure, such as `not_found`; `undefined` when the answer has none. */
  readonly code: string | undefined
  /** The platform's sentence about it; `undefined` when the answer has none. */
  readonly proxyMessage: string | undefined
  readonly operation: string
  readonly provider = 'platform'
  /** The code that a `SandboxError` would have. */
  readonly sandboxCode: SandboxErrorCode
  /** `safe`: the request had no effect. `ambiguous`: it may have had one. `never`: it would fail again. */
  readonly retry: RetryFact
  /** The wait that the platform asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor({ operation, status, body, facts, fault }: PlatformAnswerFacts, options?: ErrorOptions) {
    const { type, message } = readEnvelope(body)
    super(messageOf({ operation, status, type, message, body, fault }), options)
    this.status = status
    this.body = body
    this.code = type
    this.proxyMessage = message
    this.operation = operation
    this.sandboxCode = facts.code
    this.retry = facts.retry ?? 'never'
    this.retryAfterMs = facts.retryAfterMs
  }
}

const longestQuote = 500

function messageOf(parts: {
  operation: string
  status: number
  type: string | undefined
  message: string | undefined
  body: string
  fault: string | undefined
}): string {
  const { operation, status, type, message, body, fault } = parts
  const said = type === undefined ? body.trim().slice(0, longestQuote) : `${type}: ${message}`
  const reason = [fault, said].filter((part) => part !== undefined && part !== '').join(': ')
  const head = `platform: ${operation} failed with status ${status}`
  return reason === '' ? head : `${head}: ${reason}`
}

/** Both members must be texts, or the answer has none. */
function readEnvelope(body: string): { type?: string; message?: string } {
  const error = member(parse(body), 'error')
  const [type, message] = [member(error, 'type'), member(error, 'message')]
  return typeof type === 'string' && typeof message === 'string' ? { type, message } : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
