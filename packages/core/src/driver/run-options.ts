/** Options of `run`. */
export interface DriverRunOptions {
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Given to the command as its whole standard input. */
  readonly stdin?: string | Uint8Array | undefined
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a script of ours printed and how it ended. */
export interface DriverRunResult {
  readonly exitCode: number
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
}
