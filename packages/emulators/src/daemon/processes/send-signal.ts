import { systemCode } from '../system-error.js'

/** Sends a signal to a process, or to a group with a negative number. Those that are gone or another's get none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemCode(error) !== 'ESRCH' && systemCode(error) !== 'EPERM') throw error
  }
}
