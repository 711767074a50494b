import { currentTimeMs, startTimer, type Timer } from '@caisson/core/driver'

/** Shortest time between two looks at a lifetime, so that a control plane that fails is not flooded. */
const shortestPauseMs = 1000

/** What keeping a machine alive takes. Nobody waits for it. */
export interface KeepAliveConfig {
  /** The machine's lifetime: each extension begins it anew. */
  readonly lifetimeMs: number
  /** When the machine ends by itself; `undefined` when it is not running, and must not be woken. */
  readonly readEnd: () => Promise<number | undefined>
  readonly extend: () => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/**
 * Extends the lifetime of a machine while commands run in it: when less than half of it is left, asks when the machine will
 * end, since others may have extended it, and extends it where that is later. Never shortens, never wakes a paused machine.
 */
export class KeepAlive {
  readonly #config: KeepAliveConfig
  #endMs: number
  #holders = 0
  #timer: Timer | undefined
  #isClosed = false
  #isLooking = false

  constructor(endMs: number, config: KeepAliveConfig) {
    this.#endMs = endMs
    this.#config = config
  }

  /** When the machine ends by itself, as far as this host knows. */
  get endMs(): number {
    return this.#endMs
  }

  /** Notes what the control plane said. */
  noteEnd(endMs: number): void {
    this.#endMs = endMs
  }

  /** Keeps the machine alive until the returned function is called. */
  hold(): () => void {
    let isHeld = true
    this.#holders += 1
    this.#arm()
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      if (this.#holders === 0) this.#disarm()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#disarm()
  }

  get #isNeeded(): boolean {
    return this.#holders > 0 && !this.#isClosed
  }

  #arm(pauseMs = 0): void {
    if (this.#timer || this.#isLooking || !this.#isNeeded) return
    const delayMs = Math.max(this.#endMs - this.#config.lifetimeMs / 2 - currentTimeMs(), pauseMs)
    this.#timer = startTimer(delayMs, () => {
      this.#timer = undefined
      void this.#look()
    })
  }

  #disarm(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const { lifetimeMs, readEnd, extend, onFailure } = this.#config
    this.#isLooking = true
    let isRunning = true
    try {
      const endMs = await readEnd()
      isRunning = endMs !== undefined
      if (endMs !== undefined) this.#endMs = endMs
      if (isRunning && this.#isNeeded && this.#endMs - currentTimeMs() < lifetimeMs / 2) {
        const extendedMs = currentTimeMs() + lifetimeMs
        await extend()
        this.#endMs = extendedMs
      }
    } catch (error) {
      onFailure(error)
    } finally {
      this.#isLooking = false
    }
    // The next command, which wakes it first, begins anew.
    if (isRunning) this.#arm(Math.min(shortestPauseMs, lifetimeMs / 8))
  }
}
