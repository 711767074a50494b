/** How a process ended, as far as it is known. */
export interface ProgramExit {
  readonly exitCode?: number | undefined
  readonly signal?: string | undefined
  /** Why the end is not known, for example because the connection was cut. */
  readonly error?: unknown
}

/** A started runner as a run sees it. */
export interface ProgramProcess {
  /** Writes to what the runner reads answers from. */
  send(text: string): Promise<void>
  /** Resolves when the process has ended and its output was delivered. Never rejects. */
  readonly exited: Promise<ProgramExit>
  /** Ends the process tree. */
  kill(): Promise<unknown>
  /** Forgets the process; called once, at the very end. */
  release(): void
}

/** Where a launcher brings what the process writes. */
export interface ProgramOutput {
  channel(data: Uint8Array): void
  stdout(text: string): void
  stderr(text: string): void
}

/** What a launcher gets for one run. */
export interface ProgramStart {
  /** Shell text that starts the runner. */
  readonly command: string
  /** The first thing to write to the runner. It holds the nonce: never log it, never write it to a file. */
  readonly bootLine: string
  readonly output: ProgramOutput
  /** Aborted when the run is over, for whatever reason but its regular end. */
  readonly signal: AbortSignal
}

/** Starts runners somewhere. All that differs between transports that use Caisson's runner. */
export interface ProgramLauncher {
  /** Whether frames have a stream of their own (descriptor 3) or share stdout with what is printed. */
  readonly frames: 'channel' | 'stdout'
  /** Program to start, quoted for a shell. Default `node`. */
  readonly nodeCommand?: string | undefined
  start(start: ProgramStart): Promise<ProgramProcess>
}
