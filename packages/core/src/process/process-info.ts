import type { ProcessInfo } from '../contract/process.js'
import type { TrackedProcess } from './process-handle.js'

/** A process of this host, as it is listed. */
export function processInfo(process: TrackedProcess): ProcessInfo {
  const { pid, command, exitCode, cwd, startedAt } = process
  return {
    pid,
    running: !process.isOver,
    startedAt,
    ...(command === undefined ? {} : { command }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
  }
}
