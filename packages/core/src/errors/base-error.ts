import { sandboxErrorCodes, type RetryFact, type SandboxErrorCode } from './codes.js'

const marker: unique symbol = Symbol.for('caisson.error.sandbox') as never

/** Facts about an error beyond message and code. */
export interface SandboxErrorOptions {
  cause?: unknown
  /** Overrides the fact that the code implies. */
  retry?: RetryFact | undefined
  /** How long the provider asked to wait. */
  retryAfterMs?: number | undefined
  /** The operation that failed, for example `start` or `spawn`. */
  operation?: string | undefined
  /** The provider that failed, for example `local`. */
  provider?: string | undefined
}

/**
 * Base of every error about a sandbox. Decide on `code` and `retry`; message texts are for people and may change.
 * Recognise it with `SandboxError.isInstance`, which also holds across duplicate installs and module formats.
 */
export class SandboxError extends Error {
  override name: string = 'SandboxError'

  readonly code: SandboxErrorCode
  readonly details: Record<string, unknown> | undefined
  /** Whether the failed operation may be done again. */
  readonly retry: RetryFact
  declare readonly retryAfterMs?: number
  declare readonly operation?: string
  declare readonly provider?: string
  /** What a command had printed when the connection to it was lost. */
  declare partialOutput?: { readonly stdout: string; readonly stderr: string }

  constructor(
    message: string,
    code: SandboxErrorCode,
    details?: Record<string, unknown>,
    options: SandboxErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = details
    this.retry = options.retry ?? sandboxErrorCodes[code].retry
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
    if (options.operation !== undefined) this.operation = options.operation
    if (options.provider !== undefined) this.provider = options.provider
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for errors made by any copy of this library. */
  static isInstance(value: unknown): value is SandboxError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
