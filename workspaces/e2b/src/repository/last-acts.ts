import { spawn, type ChildProcess } from 'node:child_process'
import type { Stream } from 'node:stream'
import { processEnvironment } from '@caisson/kit/options'

/** What is to be done when this program ends. */
export interface LastAct {
  /** Does it, at an end that the program sees: nothing left to do, `process.exit()`, an uncaught error. */
  readonly run: () => void
  /** Does the same in a shell, where the program was killed. `$1` is `argument`. */
  readonly script: string
  readonly argument: string
}

/** The newest last, each with the shell that stands by. */
const acts = new Map<LastAct, ChildProcess | undefined>()

/**
 * Does something at the end of this program, whatever ends it, until what is returned is called. Signals give nobody a chance to act, and
 * listeners for them would change how the program and other libraries react to them. So a small shell waits on a pipe, in a session of its own:
 * the system closes the pipe when the program is gone. Where there is no shell (Windows), ends by a signal are not seen. Keeps no program alive.
 */
export function atProgramEnd(act: LastAct): () => void {
  if (acts.size === 0) process.on('exit', runAll)
  acts.set(act, standBy(act))
  return () => {
    acts.get(act)?.kill('SIGKILL')
    if (acts.delete(act) && acts.size === 0) process.off('exit', runAll)
  }
}

/** Lets a process, or a stream of one, go on without keeping this program alive. Streams of a process are sockets, which can do that. */
export function letGo(resource: ChildProcess | Stream | null): void {
  if (resource !== null && 'unref' in resource && typeof resource.unref === 'function') resource.unref()
}

function runAll(): void {
  // What was begun last may be in the way of what was begun first.
  for (const { run } of [...acts.keys()].toReversed()) run()
}

function standBy({ script, argument }: LastAct): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  // Some supervisors send a signal to all that a program has started.
  const text = `trap '' HUP INT TERM; read -r _; ${script}`
  const shell = spawn('/bin/sh', ['-c', text, 'caisson-last-act', argument], {
    // In the root directory it keeps no directory busy.
    cwd: '/',
    env: { PATH: processEnvironment()['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  letGo(shell)
  letGo(shell.stdin)
  return shell
}
