import { startTimer } from '../../../util/timer.js'

/** Something a process writes to that can go on after the process has exited. */
export interface QuietSource {
  /** Everything was handed on, and nothing more will come. */
  readonly isEnded: boolean
  /** Whoever receives it asked to wait and has not answered yet. */
  readonly isWaiting: boolean
  /** How many chunks came so far. */
  readonly chunkCount: number
}

/** Length of one look at the pipes, in milliseconds. */
const tickMs = 200

/** After this many looks it is over, however much still comes. */
const maxTicks = 5

/**
 * Waits for the rest of a process's output after it has exited.
 *
 * Usually both pipes end at once. When another process still holds them (`sleep 30 & echo done`), what the exited process
 * wrote is all there but the pipes stay open: then output is taken for complete when nothing came for 200 ms, and after
 * one second at the latest. Time in which the sink asked to wait does not count.
 */
export function whenQuiet(sources: readonly QuietSource[], onQuiet: () => void): void {
  const isEnded = (): boolean => sources.every((source) => source.isEnded)
  const countChunks = (): number => sources.reduce((sum, source) => sum + source.chunkCount, 0)
  let ticks = 0
  const look = (): void => {
    const before = countChunks()
    startTimer(tickMs, () => {
      // The event loop may have been busy all the time: it reads what is there before this is decided.
      setImmediate(() => {
        if (isEnded()) return
        if (sources.some((source) => source.isWaiting)) return look()
        ticks += 1
        if (ticks >= maxTicks || countChunks() === before) onQuiet()
        else look()
      })
    })
  }
  setImmediate(() => {
    if (!isEnded()) look()
  })
}
