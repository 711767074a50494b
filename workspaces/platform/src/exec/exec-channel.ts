import type { OutputSink } from '@caisson/core/driver'

/** A command as it is sent. */
export interface ExecRequest {
  /** Shell text. */
  readonly command: string
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** `open`: input follows by `write`; only where the way can carry it. Default: at its end from the beginning. */
  readonly input?: 'open' | undefined
  /** Gives up while nothing has been sent yet; afterwards it is ignored, and the command is ended by `signal`. */
  readonly abortSignal?: AbortSignal | undefined
}

/** How a command ended, as the server told it. One of the two is set. */
export interface ExecEnd {
  readonly exitCode?: number | undefined
  /** Name such as `SIGKILL`. */
  readonly signal?: string | undefined
}

/** A command that was sent. */
export interface ExecStream {
  /**
   * Settles once, after the last output. Rejects with `SandboxExecTransportError` or `SandboxDestroyedError` when the end is not
   * known and the command cannot be joined again.
   */
  readonly ended: Promise<ExecEnd>
  /** Signals the command's process group. `false` when it has ended. */
  signal(name: 'TERM' | 'KILL'): Promise<boolean>
  /** Present where input was asked for. */
  write?(data: Uint8Array): Promise<void>
  closeInput?(): Promise<void>
  /** Lets go of the command, which goes on, and of everything this host holds of it. */
  close(): void
}

/**
 * A way to run commands in a machine. Resolves when the command was sent, and so may have begun; rejects when it provably was
 * not, after the one repetition that is allowed then.
 */
export type OpenExec = (request: ExecRequest, output: OutputSink) => Promise<ExecStream>
