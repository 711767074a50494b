/** Stands in for a vendor's daemon: takes one line of JSON per connection, runs the command, and answers with what came of it. */
const { execFile } = require('node:child_process')
const { createServer } = require('node:net')

const { CAISSON_MACHINE_SOCKET: socketPath, CAISSON_MACHINE_UID: uid, CAISSON_MACHINE_GID: gid } = process.env

function run({ command, shell = '/bin/sh', asUser, env: more, stdin, timeoutMs }, answer) {
  const home = asUser ? `/home/${process.env.CAISSON_MACHINE_USER}` : '/root'
  const ids = asUser ? { uid: Number(uid), gid: Number(gid) } : {}
  const options = {
    ...ids,
    env: { ...process.env, HOME: home, ...more },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: timeoutMs,
  }
  const child = execFile(shell, ['-c', command], options, (error, stdout, stderr) => {
    answer({ exitCode: error === null ? 0 : (error.code ?? 128), stdout, stderr })
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin ?? '')
}

createServer({ allowHalfOpen: true }, (socket) => {
  let received = ''
  socket.on('data', (chunk) => (received += chunk))
  socket.on('end', () => {
    if (received === '') socket.end()
    else run(JSON.parse(received), (answer) => socket.end(JSON.stringify(answer)))
  })
  socket.on('error', () => undefined)
}).listen(socketPath)
