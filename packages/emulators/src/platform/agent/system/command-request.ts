/** A command for the shell of the sandbox's user. */
export interface CommandRequest {
  readonly command: string
  /** Where it starts; relative ones begin at the sandbox's own directory, which is also the default. */
  readonly cwd?: string | undefined
  /** Over the sandbox's own variables. */
  readonly env: Readonly<Record<string, string>>
}

/** How a command ended. */
export interface CommandEnd {
  /** -1 where a signal ended the shell. */
  readonly exitCode: number
  readonly signal?: NodeJS.Signals | undefined
}

export type OutputName = 'stdout' | 'stderr'
