/**
 * The program that a machine starts: it tells the daemon where to listen and who its user is, which only the machine knows, beside what it
 * is started with. The settings come as a variable of this one process, which no other user can read, since arguments can be read by everyone.
 */
export const launcherSource = `'use strict'
const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')

const { CAISSON_MACHINE_SOCKET: socketPath, CAISSON_MACHINE_ROOT: root, CAISSON_MACHINE_USER: account } = process.env
const { userName = account, ...given } = JSON.parse(process.env.CAISSON_DAYTONA_SETTINGS)
delete process.env.CAISSON_DAYTONA_SETTINGS
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
function mayBecome(id) {
  return process.getuid() === 0 && exists('/proc/self/uid_map', id.uid) && exists('/proc/self/gid_map', id.gid)
}

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

const home = path.join('/home', account)
let user = { name: account, uid, gid, home }
if (!root && userName !== account) user = lookUp(userName)
if (!mayBecome(user)) user = { ...user, uid: process.getuid(), gid: process.getgid() }

process.argv[2] = JSON.stringify({ ...given, listen: { socketPath }, user, ...(root ? { root } : {}) })
const beside = path.join(__dirname, 'toolbox.cjs')
require(existsSync(beside) ? beside : '/run/caisson/toolbox.cjs')
`
