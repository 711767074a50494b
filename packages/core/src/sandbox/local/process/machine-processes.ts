import { hostExitGuard } from '../host-exit-guard.js'
import { endTree } from './kill-tree.js'
import type { LocalProcess } from './local-process.js'
import { ProcessTag } from './process-tag.js'

/** Everything one sandbox started, also before its directory was lost and made again. */
export class MachineProcesses {
  readonly tag: ProcessTag = new ProcessTag()
  readonly #running = new Set<LocalProcess>()
  /** Where buckets are mounted for this machine. */
  readonly frames: Set<string> = new Set()
  #mayHaveSurvivors = false

  /** The commands whose end was not reported yet. */
  get running(): ReadonlySet<LocalProcess> {
    return this.#running
  }

  add(process: LocalProcess): void {
    this.#mayHaveSurvivors = true
    this.#running.add(process)
    hostExitGuard.enter(this)
  }

  delete(process: LocalProcess): void {
    this.#running.delete(process)
  }

  /** Ends every process, those that commands left behind included: SIGTERM, one second later SIGKILL. */
  async endAll(): Promise<void> {
    if (this.#mayHaveSurvivors) {
      const running = [...this.#running]
      await endTree({
        tag: this.tag.machine,
        roots: livePids(running),
        monitors: livePids(running.filter((process) => process.isMonitor)),
      })
    }
    this.#mayHaveSurvivors = this.#running.size > 0
    // A mount that could not be removed is tried again when the host ends.
    if (this.frames.size === 0) hostExitGuard.leave(this)
  }
}

function livePids(processes: readonly LocalProcess[]): number[] {
  return processes.map((process) => process.livePid).filter((pid) => pid !== undefined)
}
