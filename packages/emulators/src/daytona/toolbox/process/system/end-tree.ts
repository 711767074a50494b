import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessRow } from '../../../../daemon/processes/process-tree.js'
import { listProcesses, membersOf } from '../../../../daemon/processes/process-tree.js'
import { sendSignal } from '../../../../daemon/processes/send-signal.js'

const firstPollMs = 5
const longestPollMs = 100
const graceMs = 5000

function signalAll(leader: number, rows: readonly ProcessRow[], signal: NodeJS.Signals): void {
  sendSignal(-leader, signal)
  for (const { pid } of rows) sendSignal(pid, signal)
}

/** Those of before that still run, and what the group has now. */
function remaining(leader: number, before: readonly ProcessRow[]): ProcessRow[] {
  const rows = listProcesses()
  const known = new Set(before.map(({ pid, startTime }) => `${pid} ${startTime}`))
  const found = rows.filter(({ pid, startTime }) => known.has(`${pid} ${startTime}`))
  return [...new Set([...found, ...membersOf(leader, rows)])]
}

/** Ends a process group and all that comes from its leader, at once. What has left both is not found. */
export function killTree(leader: number): void {
  signalAll(leader, membersOf(leader, listProcesses()), 'SIGKILL')
}

/** Asks a process group and all that comes from its leader to end, and after five seconds ends what is left. */
export async function endTree(leader: number): Promise<void> {
  let rows = membersOf(leader, listProcesses())
  signalAll(leader, rows, 'SIGTERM')
  const deadline = performance.now() + graceMs
  for (let pollMs = firstPollMs; performance.now() < deadline; pollMs = Math.min(pollMs * 2, longestPollMs)) {
    rows = remaining(leader, rows)
    if (rows.length === 0) return
    await delay(pollMs)
  }
  signalAll(leader, remaining(leader, rows), 'SIGKILL')
}
