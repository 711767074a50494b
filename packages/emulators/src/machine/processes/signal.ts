import { isErrno } from '../files/is-errno.js'

/** Sends a signal; `false` when there is no such process any more. A negative id means a process group. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if (isErrno(error, 'ESRCH', 'EPERM')) return false
    throw error
  }
}
