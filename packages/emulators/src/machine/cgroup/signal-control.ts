import { signal } from '../processes/signal.js'
import type { ProcessControl, ProcessSet } from './process-control.js'

/** Processes may start others while they are being stopped; each round finds those of the last. */
const rounds = 50

async function signalAll(processes: ProcessSet, name: NodeJS.Signals): Promise<void> {
  const done = new Set<number>()
  for (let round = 0; round < rounds; round += 1) {
    const fresh = (await processes.list()).filter((pid) => !done.has(pid))
    if (fresh.length === 0) return
    for (const pid of fresh) {
      done.add(pid)
      signal(pid, name)
    }
  }
}

/**
 * Where control groups cannot be used: SIGSTOP, SIGCONT and SIGKILL to every process. Programs can see it (a shell notices that its child
 * stopped), and a SIGCONT sent inside ends it.
 */
export const signalControl: ProcessControl = {
  joinFiles: [],
  freeze: (processes) => signalAll(processes, 'SIGSTOP'),
  thaw: (processes) => signalAll(processes, 'SIGCONT'),
  async kill(processes) {
    if (!processes.initEndsAll) await signalAll(processes, 'SIGKILL')
    signal(processes.initPid, 'SIGKILL')
  },
  remove: () => Promise.resolve(true),
}
