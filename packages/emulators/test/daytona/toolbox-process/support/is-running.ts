import { readFileSync } from 'node:fs'

/** Whether a process runs; one that only waits to be collected does not. */
export function isRunning(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    return false
  }
}
