import { becomeDaemon, machineFacts, takeSettings } from '../../../machine-launch/launcher-parts.js'

/** The variable that the settings of the daemon come in. */
export const settingsVariable = 'CAISSON_DAYTONA_SETTINGS'

/** The program that a machine starts: it also finds out who the daemon's user is, which only the machine knows. */
export const launcherSource: string = `${machineFacts}${takeSettings(settingsVariable)}
const { userName = account, ...others } = given

// As containers do: a name or a number, with a group or without, looked up inside.
function lookUp(text) {
  const [user, group] = text.split(':')
  const rows = readFileSync('/etc/passwd', 'utf8').split('\\n').map((line) => line.split(':'))
  const row = rows.find((fields) => fields[0] === user) || rows.find((fields) => fields[2] === user)
  if (!row && !/^\\d+$/.test(user)) {
    process.stderr.write('unable to find user ' + user + ': no matching entries in passwd file\\n')
    process.exit(1)
  }
  const found = row
    ? { name: row[0], uid: Number(row[2]), gid: Number(row[3]), home: row[5] || '/' }
    : { name: user, uid: Number(user), gid: 0, home: '/' }
  return /^\\d+$/.test(group || '') ? { ...found, gid: Number(group) } : found
}

let user = { name: account, ...machineUser, home: path.join('/home', account) }
if (!root && userName !== account) user = lookUp(userName)
if (!mayBecome(user)) user = { ...user, uid: process.getuid(), gid: process.getgid() }
const settings = { ...others, listen: { socketPath }, user, ...(root ? { root } : {}) }
${becomeDaemon('toolbox.cjs')}`
