import { carriesTag } from './process-tag.js'
import { readProcessEntries, readProcessTable, type ProcessEntry } from './process-table.js'

/** Which processes belong to a tree. */
export interface TreeQuery {
  /** The processes it began with that were not reaped: until then their numbers cannot mean anything else. */
  readonly roots?: readonly number[] | undefined
  /** Tag that its processes carry. */
  readonly tag: string
  /** Processes seen in the tree before. */
  readonly known?: ReadonlyMap<number, string> | undefined
}

/**
 * The living processes of a tree: the roots with their groups and sessions, whoever carries the tag, whoever was seen before,
 * and everything that descends from one of these.
 */
export function findTree(query: TreeQuery): ProcessEntry[] {
  const table = readProcessTable()
  const members = new Map<number, ProcessEntry>()
  for (const entry of table) if (isMember(entry, query)) members.set(entry.pid, entry)
  addDescendants(table, members)
  return [...members.values()].filter((entry) => !entry.isDead && entry.pid !== process.pid)
}

function isMember(entry: ProcessEntry, { roots = [], tag, known }: TreeQuery): boolean {
  const { pid, group, session } = entry
  if (roots.some((root) => pid === root || group === root || session === root)) return true
  if (known?.get(pid) === entry.startTime) return true
  return carriesTag(pid, tag)
}

function addDescendants(table: readonly ProcessEntry[], members: Map<number, ProcessEntry>): void {
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const entry of table) {
      if (members.has(entry.parent) && !members.has(entry.pid)) members.set(entry.pid, entry)
    }
  }
}

/** Whether any of these processes, by id and start time, is still the same one and still alive. */
export function isAnyAlive(known: ReadonlyMap<number, string>): boolean {
  return readProcessEntries([...known.keys()]).some(
    (entry) => !entry.isDead && known.get(entry.pid) === entry.startTime,
  )
}

/** Signals one process; `false` when it is gone or may not be signalled. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

const refusals: ReadonlySet<unknown> = new Set(['ESRCH', 'EPERM'])

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && refusals.has(error.code)
}
