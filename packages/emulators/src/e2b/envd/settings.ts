import type { DaemonAddress } from '../../daemon/daemon-address.js'
import type { DaemonUser } from '../../daemon/users/daemon-user.js'

/** What the daemon is started with. It can be written as JSON. */
export interface EnvdSettings {
  readonly listen: DaemonAddress
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
  readonly users?: readonly DaemonUser[] | undefined
  /**
   * For backings without a root of their own: the folder that the paths of file requests start at. Commands do not see
   * it as their root. Default `/`.
   */
  readonly root?: string | undefined
}

export const defaultSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
