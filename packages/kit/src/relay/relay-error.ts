import { SandboxProviderError } from '@caisson/core'
import type { ErrorFacts } from '@caisson/core/driver'

type Facts = Pick<ErrorFacts, 'suspect'> & Required<Pick<ErrorFacts, 'retry'>>
type Code = SandboxProviderError['code'] & ('UNAVAILABLE' | 'UNKNOWN')

/** A failure that the relay itself noticed. */
export class RelayError extends SandboxProviderError {
  override name: string = 'RelayError'
  readonly facts: ErrorFacts

  constructor(message: string, code: Code, details: Record<string, unknown>, facts: Facts) {
    super(message, code, details, { operation: 'run a command', retry: facts.retry })
    this.facts = { code, ...facts }
  }
}

/** How a command ended cannot be known any more. Whether its machine still exists is for the control plane to say. */
export function processLostError(message: string, details: Record<string, unknown>): RelayError {
  return new RelayError(message, 'UNAVAILABLE', details, { retry: 'ambiguous', suspect: true })
}

const reasons: Readonly<Record<string, string>> = {
  tools: 'one of mkdir, mkfifo, tee, rm, grep, tail and cat is missing in the machine',
  directory: 'no directory could be made in /tmp/.caisson-<uid>; is that of this user, and is the disk full?',
  space: 'nothing could be written in /tmp/.caisson-<uid>; is the disk full?',
  command: 'the file with the command could not be read',
}

/** The supervisor could not start the command. */
export function notStartedError(reason: string): RelayError {
  const message = `The command was not started: ${reasons[reason] ?? reason}`
  return new RelayError(message, 'UNAVAILABLE', { reason }, { retry: 'safe' })
}

/** The vendor's login shell ended before it came to the command. */
export function loginShellError(exitCode: number | undefined): RelayError {
  const code = exitCode ?? 'unknown'
  const message = `The login shell ended with code ${code} before the command began; look at its profile files`
  return new RelayError(message, 'UNKNOWN', { exitCode }, { retry: 'never' })
}
