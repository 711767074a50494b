import type { DaemonAddress } from '../../daemon/daemon-address.js'
import type { DaemonUser } from '../../daemon/users/daemon-user.js'

/** What the toolbox daemon is started with. It can be written as JSON. */
export interface ToolboxSettings {
  readonly listen: DaemonAddress
  readonly sandboxId: string
  /** What `GET /version` tells. */
  readonly version: string
  /** Who runs commands and whose rights file requests have. */
  readonly user: DaemonUser
  /** Where commands start and relative paths begin. Default: the user's home. */
  readonly workDir?: string | undefined
  /** Variables of every command, beside those that describe the user. */
  readonly env: Readonly<Record<string, string>>
  /** The image's own program. */
  readonly entrypoint?: readonly string[] | undefined
  /**
   * For backings without a root of their own: the folder that absolute paths of file requests start at. Commands do not
   * see it as their root. Default `/`.
   */
  readonly root?: string | undefined
}

export const defaultSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
