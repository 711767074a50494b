import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { isErrno } from '../files/is-errno.js'

/** A process and when it started: its id alone may belong to another one by now. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: string
}

/** Field 22 of /proc/<pid>/stat. The second field, a name in brackets, may hold blanks and brackets. */
const startTimeIndex = 19

function startTimeOnLinux(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[startTimeIndex]
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH')) return undefined
    throw error
  }
}

function startTimeElsewhere(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch (error) {
    // `ps` ends with 1 when there is no such process.
    if (error instanceof Error && 'status' in error && error.status === 1) return undefined
    throw error
  }
}

function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeOnLinux(pid) : startTimeElsewhere(pid)
}

/** `undefined` when the process has ended. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = startTimeOf(pid)
  return startTime === undefined ? undefined : { pid, startTime }
}

/** Whether exactly that process still runs. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return startTimeOf(pid) === startTime
}
