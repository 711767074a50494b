import { becomeDaemon, machineFacts, takeSettings } from '../../../machine-launch/launcher-parts.js'

/** The variable that the settings of the daemon come in. */
export const settingsVariable = 'CAISSON_E2B_SETTINGS'

/** The program that a machine starts. A private machine also gets a boot id of its own for each start, as a computer would. */
export const launcherSource: string = `${machineFacts}${takeSettings(settingsVariable)}
const settings = { listen: { socketPath }, ...given }
const isUser = mayBecome(machineUser)
const user = isUser ? machineUser : { uid: process.getuid(), gid: process.getgid() }
if (root || !isUser) settings.users = [{ name: account, ...user, home: path.join('/home', account) }]
if (root) {
  settings.root = root
  // Commands see the computer's own root, where there is no such home.
  settings.envVars = { ...settings.envVars, HOME: path.join(root, 'home', account) }
}
if (process.env.CAISSON_MACHINE_BACKING === 'namespaces') {
  const file = '/run/caisson/boot-id'
  require('node:fs').writeFileSync(file, require('node:crypto').randomUUID() + '\\n')
  require('node:child_process').spawnSync('mount', ['--bind', file, '/proc/sys/kernel/random/boot_id'])
}
${becomeDaemon('envd.cjs')}`
