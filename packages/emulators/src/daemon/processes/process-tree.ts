import { readdirSync, readFileSync } from 'node:fs'
import { systemCode } from '../system-error.js'

/** A process as `/proc` shows it. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** When it started: its id alone may belong to another one by now. */
  readonly startTime: string
}

/** Places after the name, which is in brackets and may hold blanks and brackets. */
const fields = { state: 0, parent: 1, group: 2, startTime: 19 } as const

function readText(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    // It has ended meanwhile.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(systemCode(error) ?? '')) return ''
    throw error
  }
}

function readRow(pid: string): ProcessRow[] {
  const text = readText(pid)
  const values = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const startTime = values[fields.startTime]
  if (startTime === undefined || values[fields.state] === 'Z') return []
  const [parent, group] = [Number(values[fields.parent]), Number(values[fields.group])]
  return [{ pid: Number(pid), parent, group, startTime }]
}

/**
 * All processes that run; those that only wait to be collected are not among them. These files are made by the system
 * as they are read: to wait for each would take ten times as long as to read it.
 */
export function listProcesses(): ProcessRow[] {
  // Only Linux shows them; elsewhere a group is all that is known of a tree.
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readRow)
}

/** Those of a process group and all that come from its leader, children of children too. */
export function membersOf(leader: number, rows: readonly ProcessRow[]): ProcessRow[] {
  const members = new Map<number, ProcessRow>()
  const add = (row: ProcessRow): void => {
    if (members.has(row.pid)) return
    members.set(row.pid, row)
    for (const child of rows) if (child.parent === row.pid) add(child)
  }
  for (const row of rows) if (row.pid === leader || row.group === leader) add(row)
  return [...members.values()]
}
