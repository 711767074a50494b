import type { DaemonAddress } from '../../daemon/daemon-address.js'
import type { DaemonUser } from '../../daemon/users/daemon-user.js'

/** What the agent of a sandbox is started with. It can be written as JSON. */
export interface AgentSettings {
  readonly listen: DaemonAddress
  readonly sandboxId: string
  /** Who runs commands. */
  readonly user: DaemonUser
  /** Where commands start that name no other directory; made, and given to the user, where it is missing. Default: the user's home. */
  readonly workDir?: string | undefined
  /** Variables of every command, beside those that describe the user. */
  readonly env: Readonly<Record<string, string>>
  /** For backings without a root of their own: the folder that stands for `/` where a directory is named. Default `/`. */
  readonly root?: string | undefined
  /** What the exec socket offers beyond the platform's protocol: `stdin`. */
  readonly features: readonly string[]
  /** Whether a command can be joined again by another socket. */
  readonly durableSessions: boolean
  /** The bearer token that the side-car asks for. Default: it asks for none. */
  readonly instanceToken?: string | undefined
}

export const defaultSearchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
