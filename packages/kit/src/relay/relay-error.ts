import { SandboxError, SandboxProviderError } from '@caisson/core/workspace'
import type { ErrorFacts, SandboxDriver } from '@caisson/core/driver'

type Facts = Pick<ErrorFacts, 'suspect'> & Required<Pick<ErrorFacts, 'retry'>>
type Code = SandboxProviderError['code'] & ('UNAVAILABLE' | 'UNKNOWN' | 'NOT_FOUND')

/** A failure that the relay itself noticed. */
export class RelayError extends SandboxProviderError {
  override name: string = 'RelayError'
  readonly facts: ErrorFacts

  constructor(message: string, code: Code, details: Record<string, unknown>, facts: Facts, options?: ErrorOptions) {
    super(message, code, details, { ...options, operation: 'run a command', retry: facts.retry })
    this.facts = { code, ...facts }
  }
}

/** How a command ended cannot be known any more. Whether its machine still exists is for the control plane to say. */
export function processLostError(message: string, details: Record<string, unknown>): RelayError {
  return new RelayError(message, 'UNAVAILABLE', details, { retry: 'ambiguous', suspect: true })
}

/** Part of what a command printed is nowhere. */
export function outputLostError(pid: string | undefined): RelayError {
  const message = `Output of process ${pid ?? ''} was lost: it could not be written in the machine; is the disk full?`
  return new RelayError(message, 'UNAVAILABLE', { pid }, { retry: 'ambiguous' })
}

/** Input could not be written into the machine. */
export function inputLostError(pid: string): RelayError {
  const message = `Input for process ${pid} could not be written in the machine; is the disk full?`
  return new RelayError(message, 'UNAVAILABLE', { pid }, { retry: 'safe' })
}

const reasons: Readonly<Record<string, string>> = {
  tools: 'one of the core utilities or setsid is missing in the machine',
  directory: 'no directory could be made in /tmp/.caisson-<uid>; is that of this user, and is the disk full?',
  space: 'nothing could be written in /tmp/.caisson-<uid>; is the disk full?',
  command: 'the file with the command could not be read',
  silent: 'its supervisor ended without a word',
}

/** The supervisor could not start the command. */
export function notStartedError(reason: string, cwd?: string): RelayError {
  if (reason === 'cwd') {
    const message = `The command was not started: the directory ${cwd ?? ''} cannot be entered`
    return new RelayError(message, 'NOT_FOUND', { cwd }, { retry: 'never' })
  }
  const message = `The command was not started: ${reasons[reason] ?? reason}`
  return new RelayError(message, 'UNAVAILABLE', { reason }, { retry: reason === 'silent' ? 'ambiguous' : 'safe' })
}

/** The vendor's login shell ended before it came to the command. */
export function loginShellError(exitCode: number | undefined): RelayError {
  const code = exitCode ?? 'unknown'
  const message = `The login shell ended with code ${code} before the command began; look at its profile files`
  return new RelayError(message, 'UNKNOWN', { exitCode }, { retry: 'never' })
}

/** Errors of calls for the sake of a command that had begun before. */
const begun = new WeakSet<object>()

/**
 * Notes that an error is that of a command that has begun: whatever the call may, the command may not be sent again. One that
 * says otherwise itself becomes the cause of one that does not.
 */
export function ofBegun(error: unknown): unknown {
  if (SandboxError.isInstance(error) && error.code === 'UNAVAILABLE' && error.retry === 'safe') {
    const message = `How a command that has begun ended is not known: ${error.message}`
    return new RelayError(message, error.code, {}, { retry: 'ambiguous' }, { cause: error })
  }
  if (typeof error === 'object' && error !== null) begun.add(error)
  return error
}

/** What an error means: one of the relay's own says it itself. */
export function classifyRelayError(driver: Pick<SandboxDriver<never>, 'classifyError'>, error: unknown): ErrorFacts {
  const facts = error instanceof RelayError ? error.facts : driver.classifyError(error)
  const hasBegun = typeof error === 'object' && error !== null && begun.has(error)
  return hasBegun ? { ...facts, retry: 'ambiguous' } : facts
}
