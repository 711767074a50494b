import type {
  DriverRunOptions,
  DriverRunResult,
  DriverSpawnOptions,
  OutputSink,
  RemoteProcess,
  SandboxDriver,
  ShellCommand,
} from '@caisson/core/driver'

/** The lines of a script of ours that runs in the machine, as the vendor brings them. */
export interface LineStream {
  /** Resolves when the vendor says that there are no more lines; rejects when the stream was cut. */
  readonly ended: Promise<void>
  /** Gives the stream up, with what the vendor keeps for it; the script may be ended by that. */
  close(): void
  /** Gives the script input. Resolves when it was sent, which is no word on its arrival. Present where input was asked for. */
  write?(data: Uint8Array): Promise<void>
}

/** What a vendor's streams of lines can carry to a script besides its text. */
export interface LineAbilities {
  /** Values of the environment, by a field of their own. */
  readonly env?: boolean | undefined
  /** Input while the script runs. */
  readonly input?: boolean | undefined
}

/** What else a stream of lines is opened with; only what the vendor's streams can carry. */
export interface LineOptions {
  /** Laid over the machine's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Input follows by `write`. Default: it is at its end from the beginning. */
  readonly input?: 'open' | undefined
}

/**
 * A driver of a vendor that has no process API which a supervisor could live in: one call that answers when a script has
 * ended, and one that brings lines of text while it runs. It is a `SandboxDriver` but for the members about processes, which
 * the relay makes of these two. Its `supports` already declares what the relay adds.
 */
export interface DetachableDriver<Handle> extends Omit<
  SandboxDriver<Handle>,
  'spawn' | 'attach' | 'run' | 'listProcesses'
> {
  /**
   * Runs a script of ours with one request, which is answered when the script has ended. Both streams arrive byte for byte.
   * `env` reaches the script by a field of its own, never by its text.
   */
  run(handle: Handle, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult>
  /**
   * Starts a script of ours and gives each line that it prints on stdout, without the line break. Resolves when the vendor
   * has taken the script over. Lines have no control characters of their own; those that the vendor adds are taken off.
   * What the script prints on stderr is lost.
   */
  openLines(
    handle: Handle,
    script: ShellCommand,
    onLine: (line: string) => void,
    signal: AbortSignal | undefined,
    options?: LineOptions,
  ): Promise<LineStream>
  /** What streams of lines can carry, as far as it is known now. Default: nothing. */
  linesTake?(handle: Handle): LineAbilities
  /**
   * Starts a command that is waited for and that nobody looks for later (`DriverSpawnOptions.foreground`), where the vendor's own
   * way is exact enough for those. Everything else is the relay's, and so is a command that is too long for one argument.
   */
  spawnForeground?(
    handle: Handle,
    command: string,
    options: DriverSpawnOptions,
    output: OutputSink,
  ): Promise<RemoteProcess>
  /** What every process of the machine has in its environment, as far as this host knows. */
  environmentOf(handle: Handle): Readonly<Record<string, string>>
  /**
   * Names of what this host has put there: a command whose environment lacks one of them must not have it. What others put
   * there, such as the vendor or another host, is left to every command.
   */
  ownNamesOf(handle: Handle): readonly string[]
}

/** What the vendor's ways into the machine can carry. */
export interface DetachedRelayNeeds {
  /** Most bytes of output that one answer of `run` brings. */
  readonly maxAnswerBytes: number
  /** Most bytes of output that one stream of lines brings. */
  readonly maxStreamBytes: number
  /** A request without an answer is cut on its way after some minutes; each of ours ends before this. */
  readonly longestAnswerMs: number
  /**
   * Most bytes of input that one `run` brings. Where it is given, texts are as long as one argument of Linux may be, and a
   * command that is longer is brought to the machine in pieces before it is started. Default: texts and input of any length.
   */
  readonly maxInputBytes?: number | undefined
}
