/** What a template says about the commands in its sandboxes. */
export interface Runtime {
  readonly envVars: Readonly<Record<string, string>>
  readonly user: string
  /** Default: the user's home. */
  readonly workdir?: string | undefined
  /** Runs from the start of each sandbox on. */
  readonly startCommand?: string | undefined
  /** Succeeds once the start command is ready. */
  readonly readyCommand?: string | undefined
}

export const sandboxUser = { name: 'user', uid: 1000, gid: 1000 } as const

export const baseRuntime: Runtime = { envVars: {}, user: sandboxUser.name }
