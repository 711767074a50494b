import { SandboxError } from '../../errors/base-error.js'

/** A program has more tool calls unanswered than `maxPendingCalls` allows. */
export class TooManyCallsError extends SandboxError {
  override name: string = 'TooManyCallsError'

  constructor(readonly limit: number) {
    super(`More than ${limit} tool calls are unanswered: await some before making more`, 'RATE_LIMITED', { limit })
  }
}
