/** The longest wait at once. A frozen machine's clock goes on, so this is also the most that a freeze can take away. */
const stepMs = 500

/**
 * Calls `action` once after `durationMs` of running time. A sandbox may be frozen for hours while its clock goes on; a
 * deadline is about the time in which the sandbox could work. Returns what cancels it.
 */
export function afterActive(durationMs: number, action: () => void): () => void {
  let remainingMs = Math.max(0, durationMs)
  let timer: NodeJS.Timeout
  const step = (): void => {
    const waitMs = Math.min(remainingMs, stepMs)
    const startedMs = performance.now()
    timer = setTimeout(() => {
      const elapsedMs = performance.now() - startedMs
      // A late timer may be a busy machine, so a little more than was asked for counts, and no more.
      remainingMs -= Math.min(elapsedMs, waitMs + stepMs)
      if (remainingMs <= 0) action()
      else step()
    }, waitMs)
    timer.unref()
  }
  step()
  return () => clearTimeout(timer)
}
