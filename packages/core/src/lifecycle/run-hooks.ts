import type { StartOutcome } from '../contract/lifecycle.js'
import { SandboxError } from '../errors/base-error.js'
import { SandboxTimeoutError } from '../errors/sandbox-errors.js'
import { bestEffort } from '../util/logging.js'
import { raceSignal } from '../util/race-signal.js'
import { withTimeLimit } from '../util/with-time-limit.js'
import { runInHook } from './hook-scope.js'
import type { LifecycleConfig } from './lifecycle-config.js'

/** Runs the user's start hook. Its failure becomes an error that names the sandbox and keeps the cause. */
export async function runStartHook<Handle>(
  owner: object,
  config: LifecycleConfig<Handle>,
  outcome: StartOutcome,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runInHook(owner, () => config.onStart(outcome), signal)
  } catch (error) {
    // Given up by the clock of the start, or by destroy: that is what the caller has to hear.
    if (signal.aborted) throw signal.reason
    const text = error instanceof Error ? error.message : String(error)
    const message = `Sandbox '${config.id}' onStart hook failed: ${text}`
    throw new SandboxError(message, 'EXECUTION_FAILED', undefined, { cause: error, operation: 'start', retry: 'safe' })
  }
}

/** Runs a stop or destroy hook. It may fail, or never end, but keeps no machine alive: both are logged. */
export async function runEndHook<Handle>(
  owner: object,
  config: LifecycleConfig<Handle>,
  name: 'onStop' | 'onDestroy',
  signal?: AbortSignal,
): Promise<void> {
  const { startTimeoutMs, logger } = config
  const makeError = (): Error => new SandboxTimeoutError(startTimeoutMs, `${name} hook`)
  await bestEffort(`${name} hook`, logger(), () =>
    withTimeLimit(startTimeoutMs, makeError, (limit) =>
      raceSignal(
        runInHook(owner, () => config[name](), limit),
        signal,
      ),
    ),
  )
}
