/**
 * What the programs that machines start have in common, as texts: they run inside, where nothing can be imported. They tell a daemon where to
 * listen, which only the machine knows, and what it is started with. The settings come as a variable of this one process, which no other user
 * can read, since arguments can be read by everyone.
 */

/** Reads what the machine says: `socketPath`, `root`, `account`, `machineUser`; `mayBecome(user)` says whether a process can have the ids of a user. */
export const machineFacts = `'use strict'
const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')

const { CAISSON_MACHINE_SOCKET: socketPath, CAISSON_MACHINE_ROOT: root, CAISSON_MACHINE_USER: account } = process.env
const machineUser = { uid: Number(process.env.CAISSON_MACHINE_UID), gid: Number(process.env.CAISSON_MACHINE_GID) }

// Who was started by a user, and not by root, can be nobody else; so can who lives where only one user exists.
function exists(file, id) {
  if (!existsSync(file)) return true
  return readFileSync(file, 'utf8').trim().split('\\n').some((line) => {
    const [first, , count] = line.trim().split(/\\s+/).map(Number)
    return id >= first && id < first + count
  })
}
function mayBecome({ uid, gid }) {
  return process.getuid() === 0 && exists('/proc/self/uid_map', uid) && exists('/proc/self/gid_map', gid)
}
`

/** Reads the settings that the control plane gave in a variable into `given`, and hides them from what is started later. */
export function takeSettings(variable: string): string {
  return `
const given = JSON.parse(process.env.${variable})
delete process.env.${variable}
`
}

/** Becomes the daemon, with `settings`. */
export function becomeDaemon(builtName: string): string {
  return `
process.argv[2] = JSON.stringify(settings)
const beside = path.join(__dirname, '${builtName}')
require(existsSync(beside) ? beside : '/run/caisson/${builtName}')
`
}
