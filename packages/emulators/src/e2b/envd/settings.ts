/** A user of the sandbox that is not looked up in the machine's own files. */
export interface EnvdUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Absolute. */
  readonly home: string
}

/** Where the daemon listens: a unix socket, or a TCP port (0 = any free one). */
export type EnvdAddress =
  | { readonly socketPath: string }
  | { readonly port: number; readonly host?: string | undefined }

/** What the daemon is started with. It can be written as JSON. */
export interface EnvdSettings {
  readonly listen: EnvdAddress
  /** Without one every request is let in, until `POST /init` sets one. */
  readonly accessToken?: string | undefined
  /** Variables of every command, after `HOME`, `USER` and `LOGNAME` and before the command's own. */
  readonly envVars?: Readonly<Record<string, string>> | undefined
  /** Who runs commands and owns files where a request names nobody. Default `user`. */
  readonly defaultUser?: string | undefined
  /** Where commands start that name no directory. Default: the user's home. */
  readonly defaultWorkdir?: string | undefined
  /** The `PATH` of every command. */
  readonly searchPath?: string | undefined
  /** Users to use instead of those in `/etc/passwd`, where the backing has no user database of its own. */
  readonly users?: readonly EnvdUser[] | undefined
  /**
   * For backings without a root of their own: the folder that the paths of file requests start at. Commands do not see
   * it as their root. Default `/`.
   */
  readonly root?: string | undefined
}

export const defaultSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
