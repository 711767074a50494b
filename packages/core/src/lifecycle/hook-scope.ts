import { AsyncLocalStorage } from 'node:async_hooks'
import { raceSignal } from '../util/race-signal.js'

/** One run of a hook. What the hook leaves behind, such as a timer, is no longer part of it once the hook has ended. */
interface HookRun {
  readonly owner: object
  readonly outer: HookRun | undefined
  isOver: boolean
}

/**
 * Tells the commands of a lifecycle hook from all others: a hook's own commands go straight to the machine, while
 * everybody else's wait until the hook is done. Without it either the hook would wait for itself, or foreign commands
 * would run in a machine that is not set up yet.
 */
const runs = new AsyncLocalStorage<HookRun>()

/** Runs a hook of `owner`. A hook that is given up by the signal is over: what it still does is an ordinary caller's. */
export async function runInHook(owner: object, hook: () => unknown, signal?: AbortSignal): Promise<void> {
  const run: HookRun = { owner, outer: runs.getStore(), isOver: false }
  try {
    await raceSignal(
      runs.run(run, async () => hook()),
      signal,
    )
  } finally {
    run.isOver = true
  }
}

/** Whether the current call comes from a hook of `owner` that has not ended. */
export function isInHook(owner: object): boolean {
  for (let run = runs.getStore(); run; run = run.outer) {
    if (run.owner === owner && !run.isOver) return true
  }
  return false
}
