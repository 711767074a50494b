/**
 * The program that a machine starts: it tells the daemon where to listen, which only the machine knows, and what it is started with. The
 * settings come as a variable of this one process, which no other user can read, since arguments can be read by everyone.
 *
 * A private machine also gets a boot id of its own for each start, as a computer would.
 */
export const launcherSource = `'use strict'
const { spawnSync } = require('node:child_process')
const { existsSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const { CAISSON_MACHINE_SOCKET: socketPath, CAISSON_MACHINE_ROOT: root, CAISSON_MACHINE_USER: name } = process.env
const settings = { listen: { socketPath }, ...JSON.parse(process.env.CAISSON_E2B_SETTINGS) }
delete process.env.CAISSON_E2B_SETTINGS
if (root) {
  const mayBecome = process.getuid() === 0
  const uid = mayBecome ? Number(process.env.CAISSON_MACHINE_UID) : process.getuid()
  const gid = mayBecome ? Number(process.env.CAISSON_MACHINE_GID) : process.getgid()
  settings.root = root
  settings.users = [{ name, uid, gid, home: path.join('/home', name) }]
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
