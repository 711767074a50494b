import type { SpawnProcessOptions } from '../contract/process.js'
import type { SandboxError } from '../errors/base-error.js'
import { SandboxAbortError, SandboxProviderError, SandboxTimeoutError } from '../errors/sandbox-errors.js'
import type { EndCause } from './command-result.js'

/** A process that was to be ended, and whose end nobody tells. */
export interface UnreportedProcess {
  readonly cause: EndCause | undefined
  readonly pid: string
  readonly options: SpawnProcessOptions
  /** A signal has found it, or the provider has spoken of it. Otherwise its start may still come, or have come and gone. */
  readonly mayExist: boolean
}

/** The error for it: of the clock or the signal that was to end it, where nobody ever knew of it. */
export function unreportedEnd({ cause, pid, options, mayExist }: UnreportedProcess): SandboxError {
  const retry = 'ambiguous'
  if (!mayExist && cause === 'timeout') return new SandboxTimeoutError(options.timeout ?? 0, 'spawn', { retry })
  if (!mayExist && cause === 'abort') return new SandboxAbortError('spawn', options.abortSignal?.reason, { retry })
  const message = mayExist
    ? `Process ${pid} was killed but its end was not reported in time`
    : `The start of process ${pid} was not answered, and the machine knows of no such process`
  return new SandboxProviderError(message, 'UNAVAILABLE', { pid }, { operation: 'kill', retry })
}
