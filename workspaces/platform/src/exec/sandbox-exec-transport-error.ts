import { SandboxProviderError } from '@caisson/core/workspace'

/** What is known of a command whose socket failed. */
export interface ExecTransportFacts {
  /** The platform's id of the sandbox. */
  readonly sandboxId?: string | undefined
  /** The shell text that was to run. */
  readonly command: string
  /** How many sockets were tried. */
  readonly attempts: number
  /** Whether one of them was open: then the command may have run, and is never sent again. */
  readonly opened: boolean
  /** The code that the last socket was closed with, where there was one. */
  readonly closeCode?: number | undefined
  readonly closeReason?: string | undefined
  /** Where the socket was to lead. It holds no secret. */
  readonly wsEndpoint: string
}

/**
 * The way to a command broke, and its end is not known: `UNAVAILABLE`. `retry` is `safe` when no socket was ever open, which
 * was tried twice; otherwise it is `ambiguous`: the command may have run, may still run, and was not sent again.
 */
export class SandboxExecTransportError extends SandboxProviderError {
  override name: string = 'SandboxExecTransportError'

  readonly sandboxId: string | undefined
  readonly command: string
  readonly attempts: number
  readonly opened: boolean
  readonly closeCode: number | undefined
  readonly closeReason: string | undefined
  readonly wsEndpoint: string

  constructor(facts: ExecTransportFacts, options: { cause?: unknown } = {}) {
    const { sandboxId, command, attempts, opened, closeCode, closeReason, wsEndpoint } = facts
    super(
      messageOf(facts),
      'UNAVAILABLE',
      { ...facts },
      {
        ...options,
        retry: opened ? 'ambiguous' : 'safe',
        provider: 'platform',
        operation: 'run a command',
      },
    )
    this.sandboxId = sandboxId
    this.command = command
    this.attempts = attempts
    this.opened = opened
    this.closeCode = closeCode
    this.closeReason = closeReason
    this.wsEndpoint = wsEndpoint
  }
}

function messageOf({ opened, attempts, closeCode, closeReason, wsEndpoint }: ExecTransportFacts): string {
  const reason = closeReason === undefined || closeReason === '' ? '' : `: ${closeReason}`
  const close = closeCode === undefined ? reason : ` (code ${closeCode}${reason})`
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  return opened
    ? `the socket of a command to ${wsEndpoint} was lost before its end was told${close}; the command may have run, and was not run again`
    : `no socket for a command could be opened to ${wsEndpoint} in ${tries}${close}; the command was not started`
}
