import type { Readable, Writable } from 'node:stream'

/** Environment of a command: a key with the value `undefined` is left out. */
export type Environment = Record<string, string | undefined>

/** One piece of output, exactly as the process wrote it. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  readonly data: Uint8Array
}

/** Called with every piece of output, decoded as UTF-8 without ever splitting a character. May return a promise. */
export type OutputListener = (data: string) => void | Promise<void>

/** Options common to foreground commands and background processes. */
export interface CommandOptions {
  /**
   * Limit in milliseconds, counted from the call (a cold start of the sandbox is part of it). When it passes, the whole
   * process tree is ended (TERM, then KILL) and the result has `exitCode` 124 and `timedOut`. `0`, `Infinity` and absent
   * mean no limit; a negative number or `NaN` is a typed error. Default: none, unless the provider documents one.
   */
  timeout?: number | undefined
  /** Laid over the sandbox's environment for this command only; `undefined` removes a variable. */
  env?: Environment | undefined
  /** Working directory. Relative paths are resolved against the sandbox's working directory. */
  cwd?: string | undefined
  /** Receives all of stdout, however little of it is retained. A throwing listener is logged and never ends anything. */
  onStdout?: OutputListener | undefined
  /** Receives all of stderr. See `onStdout`. */
  onStderr?: OutputListener | undefined
  /**
   * Aborting ends the process tree; the result then has `exitCode` 137 and `killed`. A signal that is aborted before the
   * command started makes the call reject with `SandboxAbortError`, and nothing is started.
   */
  abortSignal?: AbortSignal | undefined
  /**
   * How many bytes of each stream are kept, newest first. `0` keeps nothing, `Infinity` everything. Default: 1 MiB for
   * `spawn`, 16 MiB for `executeCommand`. Anything but a non-negative integer or `Infinity` is a `RangeError`.
   */
  maxRetainedBytes?: number | undefined
}

/** Options of `executeCommand`. */
export interface ExecuteCommandOptions extends CommandOptions {}

/** Options of `processes.spawn`. */
export interface SpawnProcessOptions extends CommandOptions {
  /** `pipe` (default) lets `sendStdin` write; `ignore` gives the process an immediate end of input. */
  stdinMode?: 'pipe' | 'ignore' | undefined
  /** The command and arguments before quoting, when the command line was built from them. */
  originalInvocation?: { command: string; args: string[] } | undefined
  /**
   * Open a private two-way byte channel, which the process finds as file descriptor 3. Only where the provider's
   * `supports.channel` is true, else `SandboxUnsupportedFeatureError`.
   */
  channel?: boolean | undefined
}

/** How a command ended. */
export interface CommandResult {
  /** `exitCode === 0`. */
  success: boolean
  /**
   * The program's own exit code; 124 after a time-out, 137 after an abort or `kill()`, 128 + n when another party sent
   * signal n.
   */
  exitCode: number
  /** Retained tail of standard output, decoded as UTF-8. */
  stdout: string
  /** Retained tail of standard error, decoded as UTF-8. */
  stderr: string
  /** From the call to the end, in milliseconds. */
  executionTimeMs: number
  /** Set when the time-out ended the command (never because a program chose to exit with 124). */
  timedOut?: boolean
  /** Set when an abort or `kill()` ended the command. */
  killed?: boolean
  /** Name of the signal that ended the command, when one did, for example `SIGSEGV`. */
  signal?: string
  /** Set when bytes of stdout were dropped to honour `maxRetainedBytes`. */
  stdoutTruncated?: boolean
  /** Set when bytes of stderr were dropped to honour `maxRetainedBytes`. */
  stderrTruncated?: boolean
  /** How many bytes of stdout were dropped. */
  stdoutDroppedBytes?: number
  /** How many bytes of stderr were dropped. */
  stderrDroppedBytes?: number
  /** The command line that ran, arguments quoted. */
  command?: string
  /** The arguments as given. */
  args?: string[]
}

/** One process as `list()` reports it. */
export interface ProcessInfo {
  /** Decimal process id, or the provider's own id of the process. */
  pid: string
  /** The command line, where it is known. */
  command?: string
  running: boolean
  exitCode?: number
  /** When this host started it, where it is known. */
  startedAt?: Date
  /** Its working directory, where it is known. */
  cwd?: string
}

/** Options of `handle.wait()`. */
export interface WaitOptions {
  /** Receives stdout from now on, until the process ends. */
  onStdout?: OutputListener | undefined
  /** Receives stderr from now on, until the process ends. */
  onStderr?: OutputListener | undefined
  /** Aborting kills the process, and so lets the wait settle. */
  abortSignal?: AbortSignal | undefined
}

/** A private two-way byte channel to a process (its descriptor 3). */
export interface ProcessChannel {
  /** Resolves when the bytes were handed over; rejects when the other end is closed. */
  send(data: string | Uint8Array): Promise<void>
  /** Receives everything the process writes to the channel. One listener; earlier data is queued for it. */
  onData(listener: (data: Uint8Array) => void): void
  /** Ends the host's side. Harmless when already closed. */
  close(): void
}

/** A process started by `processes.spawn`, or found again by `processes.get`. */
export interface ProcessHandle {
  readonly pid: string
  /** The command line, where it is known. */
  readonly command?: string | undefined
  /** `undefined` while the process runs. */
  readonly exitCode: number | undefined
  /** Name of the signal that ended it, if one did. */
  readonly signal: string | undefined
  /** Retained tail of stdout, decoded as UTF-8. */
  readonly stdout: string
  /** Retained tail of stderr, decoded as UTF-8. */
  readonly stderr: string
  /** Retained tail of stdout as bytes. */
  readonly stdoutBytes: Uint8Array
  /** Retained tail of stderr as bytes. */
  readonly stderrBytes: Uint8Array
  readonly stdoutTruncated: boolean
  readonly stderrTruncated: boolean
  readonly stdoutDroppedBytes: number
  readonly stderrDroppedBytes: number
  /** Resolves when the process has ended and all its output was delivered. May be called any number of times. */
  wait(options?: WaitOptions): Promise<CommandResult>
  /**
   * Ends the whole process tree (TERM, after a grace period KILL) and resolves when it is gone. `true`: it was running;
   * `false`: it had already ended.
   */
  kill(): Promise<boolean>
  /**
   * Writes to standard input; resolves when the bytes were taken over, so that awaiting it is back-pressure. Rejects
   * when the process has ended, has no stdin, or stdin is closed.
   */
  sendStdin(data: string | Uint8Array): Promise<void>
  /** Ends standard input. Rejects with `UnsupportedStdinCloseError` where the provider cannot. */
  closeStdin(): Promise<void>
  /** Stdout as a Node stream: what is retained so far, then everything that follows. Created on first use. */
  readonly reader: Readable
  /** Stdin as a Node stream. Created on first use. */
  readonly writer: Writable
  /**
   * Iterates over the output in the order it arrived: what is retained so far, then everything that follows. Where the
   * provider's `supports.backpressure` is true, a slow consumer slows the process down.
   */
  output(): AsyncIterableIterator<OutputChunk>
  /** The private channel, when `spawn` was asked for one. */
  readonly channel?: ProcessChannel | undefined
}

/** Background processes of a sandbox. */
export interface SandboxProcessManager {
  /**
   * Starts a command in the sandbox's shell, starting the sandbox first when needed. No output listener runs before the
   * returned promise has resolved.
   */
  spawn(command: string, options?: SpawnProcessOptions): Promise<ProcessHandle>
  /** The processes that are running, plus those that ended and were not yet looked at by `get`. */
  list(): Promise<ProcessInfo[]>
  /**
   * The process with this id, or `undefined`. A process that has ended is handed out once more, so that its output can
   * be read, and is then forgotten.
   */
  get(pid: string): Promise<ProcessHandle | undefined>
  /** Kills a process and forgets it. `false` when there is none or it had already ended. */
  kill(pid: string): Promise<boolean>
  /** Forgets a process without touching it. Unknown ids are ignored. */
  release(pid: string): void
}
