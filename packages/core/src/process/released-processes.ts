/** More than these are not remembered; the oldest are forgotten first. */
const mostRemembered = 1024

/**
 * Ids of processes that ended and were let go of. A provider may know an ended process for a while, and must not be asked
 * for it again: it is given to callers once.
 */
export class ReleasedProcesses {
  readonly #pids = new Set<string>()

  add(pid: string): void {
    this.#pids.add(pid)
    const [oldest] = this.#pids
    if (oldest !== undefined && this.#pids.size > mostRemembered) this.#pids.delete(oldest)
  }

  has(pid: string): boolean {
    return this.#pids.has(pid)
  }

  /** A new process has this id. */
  delete(pid: string): void {
    this.#pids.delete(pid)
  }

  clear(): void {
    this.#pids.clear()
  }
}
