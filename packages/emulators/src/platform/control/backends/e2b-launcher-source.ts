import { becomeDaemon, machineFacts, takeSettings } from '../../../machine-launch/launcher-parts.js'
import type { EnvdSettings } from '../../../e2b/envd/index.js'
import type { AgentLaunchSettings } from '../../agent/index.js'

/** What the daemons of a machine are told that is kept at E2B; where they listen and who their user is, only the machine knows. */
export interface E2BLaunchSettings {
  readonly agent: AgentLaunchSettings
  readonly envd: Pick<EnvdSettings, 'defaultUser' | 'defaultWorkdir' | 'envVars'>
}

/** The variable that both settings come in, as JSON of `E2BLaunchSettings`. */
export const e2bSettingsVariable = 'CAISSON_PLATFORM_E2B_SETTINGS'

/** The name of the socket of E2B's daemon, beside that of the agent. */
export const envdSocketName = 'envd'

/**
 * The program that such a machine starts. It becomes both daemons in one process: that of the vendor, which clients run commands with, and the
 * agent, for what the platform itself does. Each reads its settings at once when it is loaded.
 */
export const e2bLauncherSource: string = `${machineFacts}${takeSettings(e2bSettingsVariable)}
const isUser = mayBecome(machineUser)
const ids = isUser ? machineUser : { uid: process.getuid(), gid: process.getgid() }
const user = { name: account, ...ids, home: path.join('/home', account) }
{
  const listen = { socketPath: path.join(path.dirname(socketPath), '${envdSocketName}') }
  const settings = { ...given.envd, listen }
  if (root || !isUser) settings.users = [user]
  if (root) {
    settings.root = root
    // Commands see the computer's own root, where there is no such home.
    settings.envVars = { ...settings.envVars, HOME: path.join(root, 'home', account) }
  }
  ${becomeDaemon('envd.cjs')}
}
{
  const settings = { ...given.agent, listen: { socketPath }, user, ...(root ? { root } : {}) }
  ${becomeDaemon('agent.cjs')}
}`
