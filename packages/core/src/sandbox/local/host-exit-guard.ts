import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { hostVariable } from './host-environment.js'
import { bucketRoot } from './mounts/bucket-place.js'
import { releaseOwnedScript } from './mounts/release-script.js'
import { letGo } from './process/let-go.js'
import { ProcessTag } from './process/process-tag.js'
import { signalProcess } from './process/process-tree.js'

/**
 * Waits for the end of its input, which comes when the host process is gone for whatever reason, and then kills every
 * process that carries the host's tag and unmounts its buckets. Given as `$1` and `$2`: the tag, and where buckets are mounted.
 */
const watchdogScripts: Readonly<Record<string, string>> = {
  linux: [
    'read -r _',
    'for round in 1 2 3 4 5 6 7 8 9 10; do',
    // Its exit code says nothing: processes that end meanwhile are errors to it.
    '  found=$(grep -lsF -e "$1" /proc/[0-9]*/environ)',
    '  [ -n "$found" ] || break',
    '  for file in $found; do pid=${file#/proc/}; kill -KILL "${pid%/environ}" 2>/dev/null; done',
    '  sleep 0.1',
    'done',
    releaseOwnedScript,
  ].join('\n'),
  darwin: [
    'read -r _',
    'ps -axwwE -o pid=,command= | grep -F -e "$1" | while read -r pid rest; do kill -KILL "$pid" 2>/dev/null; done',
  ].join('\n'),
}

/** What the guard looks after: the processes of one machine, and the directories around its mounts. */
interface GuardedProcesses {
  readonly running: ReadonlySet<{ readonly livePid: number | undefined }>
  readonly frames: ReadonlySet<string>
  readonly tag: { readonly machine: string }
}

/** How long unmounting may hold up the end of the host process, in milliseconds. What takes longer is left to the watchdog. */
const releaseTimeoutMs = 5000

/**
 * Ends the processes and the mounts of all machines when the host process ends.
 *
 * `process.exit()` and uncaught errors are seen by an `exit` listener, which kills the process groups and unmounts at once. A signal
 * that kills the host (SIGTERM, SIGINT, SIGKILL …) gives nobody a chance to act: listeners for signals would change how
 * the host and other libraries react to them. So a small shell waits on a pipe, in a session of its own; the system closes
 * the pipe when the host is gone. Started with the first command or mount of the first machine, ended with the last machine.
 */
class HostExitGuard {
  readonly #machines = new Set<GuardedProcesses>()
  #watchdog: ChildProcess | undefined
  readonly #onExit = (): void => this.#endAll()

  /** Looks after a machine from now on. Called with every command, so it does nothing when it does so already. */
  enter(machine: GuardedProcesses): void {
    if (this.#machines.has(machine)) return
    this.#machines.add(machine)
    if (this.#machines.size > 1) return
    process.on('exit', this.#onExit)
    // After the command, whose start should not wait for this.
    setImmediate(() => this.#startWatchdog())
  }

  /** Forgets a machine whose processes have ended. */
  leave(machine: GuardedProcesses): void {
    if (!this.#machines.delete(machine) || this.#machines.size > 0) return
    process.off('exit', this.#onExit)
    this.#watchdog?.kill('SIGKILL')
    this.#watchdog = undefined
  }

  #startWatchdog(): void {
    const script = watchdogScripts[process.platform]
    if (!script || this.#watchdog || this.#machines.size === 0) return
    const watchdog = spawn('/bin/sh', ['-c', script, 'caisson-watchdog', ProcessTag.host, bucketRoot()], {
      // In the root directory it keeps no directory busy; without the tag it does not find itself.
      cwd: '/',
      env: { PATH: hostVariable('PATH') ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    watchdog.on('error', () => undefined)
    watchdog.stdin.on('error', () => undefined)
    watchdog.unref()
    letGo(watchdog.stdin)
    this.#watchdog = watchdog
  }

  #endAll(): void {
    for (const machine of this.#machines) {
      for (const { livePid } of machine.running) if (livePid !== undefined) signalProcess(-livePid, 'SIGKILL')
    }
    for (const { frames, tag } of this.#machines) {
      const [frame] = frames
      if (frame !== undefined) release(tag.machine, path.dirname(path.dirname(frame)))
    }
  }
}

/** Unmounts the buckets of a machine. */
function release(tag: string, root: string): void {
  spawnSync('/bin/sh', ['-c', releaseOwnedScript, 'caisson-release', tag, root], {
    cwd: '/',
    env: { PATH: hostVariable('PATH') ?? '/usr/bin:/bin' },
    stdio: 'ignore',
    timeout: releaseTimeoutMs,
  })
}

/** The guard of this host process. */
export const hostExitGuard: Pick<HostExitGuard, 'enter' | 'leave'> = new HostExitGuard()
