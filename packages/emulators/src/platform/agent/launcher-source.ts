import { becomeDaemon, machineFacts, takeSettings } from '../../machine-launch/launcher-parts.js'
import type { AgentSettings } from './settings.js'

/** What the control plane says to an agent; where it listens and who its user is, only the machine knows. */
export type AgentLaunchSettings = Omit<AgentSettings, 'listen' | 'root' | 'user'>

/** The variable that the settings of the agent come in, as JSON of `AgentLaunchSettings`. */
export const agentSettingsVariable = 'CAISSON_PLATFORM_SETTINGS'

/** The program that a machine starts, which becomes the agent: to be given to `prepareDaemonFiles` with the agent's program. */
export const agentLauncherSource: string = `${machineFacts}${takeSettings(agentSettingsVariable)}
let user = { name: account, ...machineUser, home: path.join('/home', account) }
if (!mayBecome(user)) user = { ...user, uid: process.getuid(), gid: process.getgid() }
const settings = { ...given, listen: { socketPath }, user, ...(root ? { root } : {}) }
${becomeDaemon('agent.cjs')}`
