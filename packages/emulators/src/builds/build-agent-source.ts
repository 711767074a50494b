/**
 * The program inside a machine that a build runs in. It does what the control plane asks for over the machine's socket:
 *
 * - `GET /` says which directory stands for `/`, and whether commands can have the user that is asked for;
 * - `POST /run` runs a command; its output is the answer as it comes, and its status is the trailer `x-exit-code`;
 * - `POST /file?path=` writes a file that commands of ours can read and remove, and `GET /file?path=` reads one.
 *
 * Only a private machine has users; in others, all commands have the one user there is. A command is over when its first process has ended,
 * as it is for the builders of containers: what it left in the background ends with it.
 */
export const buildAgentSource = `'use strict'
const { spawn } = require('node:child_process')
const { chownSync, createReadStream, createWriteStream, existsSync, readFileSync } = require('node:fs')
const { createServer } = require('node:http')
const { pipeline } = require('node:stream/promises')
const { json } = require('node:stream/consumers')

const { CAISSON_MACHINE_SOCKET: socketPath, CAISSON_MACHINE_ROOT: root = '' } = process.env
const hasUsers = process.env.CAISSON_MACHINE_BACKING === 'namespaces'

function records(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\\n').map((line) => line.split(':')) : []
}

function onlyUser() {
  const name = process.env.CAISSON_MACHINE_USER
  const mayBecome = root !== '' && process.getuid() === 0
  const ids = mayBecome
    ? { uid: Number(process.env.CAISSON_MACHINE_UID), gid: Number(process.env.CAISSON_MACHINE_GID) }
    : {}
  return { ids, name, home: root + '/home/' + name }
}

function findUser(text) {
  if (!hasUsers) return onlyUser()
  const [user, group] = text.split(':')
  const account = records('/etc/passwd').find(([name, , uid]) => name === user || uid === user)
  if (!account && !/^\\d+$/.test(user)) return undefined
  const [name, , uid, gid, , home] = account || [user, '', user, '0', '', '/']
  const given = group && records('/etc/group').find(([name, , id]) => name === group || id === group)
  if (group && !given && !/^\\d+$/.test(group)) return undefined
  return { ids: { uid: Number(uid), gid: Number(given ? given[2] : group || gid) }, name, home }
}

function start({ argv, cwd, env }, user) {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return spawn('/bin/sh', ['-c', 'cd "$0" && exec "$@" 2>&1', cwd, ...argv], {
    ...user.ids,
    env: { PATH: path, HOME: user.home, HOSTNAME: 'buildkitsandbox', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

async function run(request, response) {
  const command = await json(request)
  const user = findUser(command.user)
  response.writeHead(200, { Trailer: 'x-exit-code, x-refused' })
  const end = (trailers) => {
    response.addTrailers(trailers)
    response.end()
  }
  const refuse = (why) => end({ 'x-refused': encodeURIComponent(why) })
  if (!user) return refuse('unable to find user ' + command.user + ': no matching entries in passwd file')
  let child
  try {
    child = start(command, user)
  } catch (error) {
    return refuse(error.message)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => response.write(chunk))
  child.once('error', (error) => refuse(error.message))
  child.once('exit', (code, signal) => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
    // What was printed before the end is still in the pipe; what holds the pipe open from another group must not hold the build.
    const giveUp = setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), 1000)
    child.once('close', () => {
      clearTimeout(giveUp)
      end({ 'x-exit-code': String(code === null ? 128 + require('node:os').constants.signals[signal] : code) })
    })
  })
}

async function writeFile(content, path) {
  await pipeline(content, createWriteStream(path, { mode: 0o600 }))
  const { ids } = hasUsers ? { ids: {} } : onlyUser()
  if (ids.uid !== undefined) chownSync(path, ids.uid, ids.gid)
}

async function answer(request, response) {
  const url = new URL(request.url, 'http://machine')
  if (url.pathname === '/run') return run(request, response)
  const path = url.searchParams.get('path')
  if (url.pathname === '/file' && request.method === 'GET') return pipeline(createReadStream(path), response)
  if (url.pathname === '/file') await writeFile(request, path)
  response.end(JSON.stringify({ root, hasUsers }))
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    if (response.headersSent) return response.destroy()
    response.writeHead(500)
    response.end(String(error))
  })
}).listen(socketPath)
`
