import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '../files/is-errno.js'
import { defer } from './deferred.js'

/** A daemon needs some 30 ms to start; asking is cheap. */
const pauseMs = 3

/** What a socket that nobody listens on yet, or that nobody could accept on in time, answers. */
const notYet = ['ENOENT', 'ECONNREFUSED', 'EAGAIN', 'ECONNRESET']

async function accepts(socketPath: string): Promise<boolean> {
  const { promise, resolve, reject } = defer<boolean>()
  const socket = connect(socketPath)
  socket.once('connect', () => resolve(true))
  socket.once('error', (error) => (isErrno(error, ...notYet) ? resolve(false) : reject(error)))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

/** Waits until something accepts connections on a unix socket. `false` after the time, or when `signal` says that it is pointless. */
export async function waitForSocket(socketPath: string, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!signal.aborted && performance.now() < deadline) {
    // Looking costs a fraction of connecting, and many machines may start at once.
    if (existsSync(socketPath) && (await accepts(socketPath))) return true
    await sleep(pauseMs)
  }
  return false
}
