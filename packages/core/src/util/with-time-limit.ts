import { raceSignal } from './race-signal.js'
import { startTimer } from './timer.js'

/** Does work under a clock: when the limit passes, its signal is aborted and the result is the error of the limit. */
export async function withTimeLimit<T>(
  limitMs: number,
  makeError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timer = startTimer(limitMs, () => limit.abort(makeError()))
  try {
    return await raceSignal(work(limit.signal), limit.signal)
  } finally {
    timer.cancel()
  }
}
