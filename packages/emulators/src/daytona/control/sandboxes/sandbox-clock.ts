import type { Sandbox } from './sandbox.js'

/** The longest time a timer can wait; a later end is looked at again. */
const longestTimerMs = 2 ** 31 - 1

/** What happens to a sandbox by itself. */
export type DueAction = 'archive' | 'delete' | 'stop'

interface Due {
  readonly action: DueAction
  readonly atMs: number
}

function stoppedDues({ intervals, state, stoppedAt }: Sandbox, minuteMs: number): Due[] {
  const since = stoppedAt?.getTime() ?? Date.now()
  const { autoArchive, autoDelete } = intervals
  const dues: Due[] = []
  if (state === 'stopped') dues.push({ action: 'archive', atMs: since + autoArchive * minuteMs })
  // An archived sandbox was stopped before, and still is.
  if (autoDelete >= 0) dues.push({ action: 'delete', atMs: since + autoDelete * minuteMs })
  return dues
}

/** What comes next, and when. */
function nextDue(sandbox: Sandbox, minuteMs: number): Due | undefined {
  const { intervals, state, lastActivityAt, createdAt } = sandbox
  const { autoStop, ttl = 0 } = intervals
  const dues: Due[] = []
  if (ttl > 0) dues.push({ action: 'delete', atMs: createdAt.getTime() + ttl * minuteMs })
  if (state === 'started' && autoStop > 0) {
    dues.push({ action: 'stop', atMs: lastActivityAt.getTime() + autoStop * minuteMs })
  }
  if (state === 'stopped' || state === 'archived') dues.push(...stoppedDues(sandbox, minuteMs))
  return dues.toSorted((a, b) => a.atMs - b.atMs)[0]
}

/** Real timers for the intervals of sandboxes. */
export class SandboxClock {
  readonly #minuteMs: number
  readonly #onDue: (sandbox: Sandbox, action: DueAction) => void

  constructor(minuteMs: number, onDue: (sandbox: Sandbox, action: DueAction) => void) {
    this.#minuteMs = minuteMs
    this.#onDue = onDue
  }

  /** To be called after each change of state, interval or activity. */
  arm(sandbox: Sandbox): void {
    clearTimeout(sandbox.timer)
    sandbox.timer = undefined
    const due = nextDue(sandbox, this.#minuteMs)
    if (due === undefined) return
    const timer = setTimeout(() => this.#look(sandbox), Math.min(Math.max(due.atMs - Date.now(), 0), longestTimerMs))
    timer.unref()
    sandbox.timer = timer
  }

  disarm(sandbox: Sandbox): void {
    clearTimeout(sandbox.timer)
    sandbox.timer = undefined
  }

  /** Something was asked of the sandbox, or has ended. */
  touch(sandbox: Sandbox): void {
    sandbox.lastActivityAt = new Date()
    if (sandbox.state === 'started') this.arm(sandbox)
  }

  #look(sandbox: Sandbox): void {
    const due = nextDue(sandbox, this.#minuteMs)
    if (due === undefined || due.atMs > Date.now()) return this.arm(sandbox)
    // An open connection is activity as long as it is open.
    if (due.action === 'stop' && sandbox.cuts.size > 0) return this.touch(sandbox)
    this.#onDue(sandbox, due.action)
  }
}
