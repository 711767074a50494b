/**
 * The program that a machine starts: it tells the daemon where to listen, which only the machine knows, and what it is started with. The
 * settings come as a variable of this one process, which no other user can read, since arguments can be read by everyone.
 *
 * A private machine also gets a boot id of its own for each start, as a computer would.
 */
export const launcherSource = `'use strict'
const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const { CAISSON_MACHINE_SOCKET: socketPath, CAISSON_MACHINE_ROOT: root, CAISSON_MACHINE_USER: name } = process.env
const settings = { listen: { socketPath }, ...JSON.parse(process.env.CAISSON_E2B_SETTINGS) }
delete process.env.CAISSON_E2B_SETTINGS
const uid = Number(process.env.CAISSON_MACHINE_UID)
const gid = Number(process.env.CAISSON_MACHINE_GID)

// Who was started by a user, and not by root, can be nobody else; so can who lives where only one user exists.
function exists(file, id) {
  if (!existsSync(file)) return true
  return readFileSync(file, 'utf8').trim().split('\\n').some((line) => {
    const [first, , count] = line.trim().split(/\\s+/).map(Number)
    return id >= first && id < first + count
  })
}
const mayBecome = process.getuid() === 0 && exists('/proc/self/uid_map', uid) && exists('/proc/self/gid_map', gid)
const user = mayBecome ? { uid, gid } : { uid: process.getuid(), gid: process.getgid() }
if (root || !mayBecome) settings.users = [{ name, ...user, home: path.join('/home', name) }]
if (root) {
  settings.root = root
  // Commands see the computer's own root, where there is no such home.
  settings.envVars = { ...settings.envVars, HOME: path.join(root, 'home', name) }
}
if (process.env.CAISSON_MACHINE_BACKING === 'namespaces') {
  const file = '/run/caisson/boot-id'
  writeFileSync(file, require('node:crypto').randomUUID() + '\\n')
  spawnSync('mount', ['--bind', file, '/proc/sys/kernel/random/boot_id'])
}
process.argv[2] = JSON.stringify(settings)
const beside = path.join(__dirname, 'envd.cjs')
require(existsSync(beside) ? beside : '/run/caisson/envd.cjs')
`
