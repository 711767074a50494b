import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One process of this host, as the system lists it. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** 0 where the system does not tell. */
  readonly session: number
  /** When it started, in the system's own notation. Together with the pid it names a process for good. */
  readonly startTime: string
  /** It has ended and only waits to be reaped. */
  readonly isDead: boolean
}

/** How each platform lists its processes. */
const readers: Readonly<Record<string, () => ProcessEntry[]>> = { linux: readProc, darwin: readPs }

/**
 * Every process of this host that can be seen. Synchronous, so that nothing can change between the look and the signal
 * that follows it. Costs some milliseconds: only for ending processes, never for starting them.
 */
export function readProcessTable(): ProcessEntry[] {
  return (readers[process.platform] ?? readPs)()
}

/** The processes with these ids, as far as they are there. */
export function readProcessEntries(pids: readonly number[]): ProcessEntry[] {
  if (process.platform !== 'linux') return readProcessTable().filter((entry) => pids.includes(entry.pid))
  return pids.map((pid) => readProcEntry(pid)).filter((entry) => entry !== undefined)
}

function readProc(): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const entry = Number.isInteger(pid) ? readProcEntry(pid) : undefined
    if (entry) entries.push(entry)
  }
  return entries
}

function readProcEntry(pid: number): ProcessEntry | undefined {
  const text = readProcFile(pid, 'stat')?.toString('latin1')
  return text ? parseProcStat(pid, text) : undefined
}

/** A file of `/proc/<pid>`; `undefined` when the process is gone or belongs to somebody else. */
export function readProcFile(pid: number, name: 'stat' | 'environ' | 'mountinfo'): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`)
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}

const unreadable: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR', 'EINVAL'])

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unreadable.has(error.code)
}

/** Reads the text of `/proc/<pid>/stat`. The name of the program stands in parentheses and may hold anything. */
export function parseProcStat(pid: number, text: string): ProcessEntry {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    startTime: fields[19] ?? '',
    isDead: fields[0] === 'Z' || fields[0] === 'X',
  }
}

function readPs(): ProcessEntry[] {
  const text = execFileSync('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8' })
  return parsePs(text)
}

/** Reads what `ps -axo pid=,ppid=,pgid=,stat=,lstart=` prints. */
export function parsePs(text: string): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const line of text.split('\n')) {
    const [pid, parent, group, state, ...startTime] = line.trim().split(/\s+/)
    if (!pid || !state) continue
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      startTime: startTime.join(' '),
      isDead: state.startsWith('Z'),
    })
  }
  return entries
}
