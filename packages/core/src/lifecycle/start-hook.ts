import type { StartOutcome } from '../contract/lifecycle.js'
import { SandboxError } from '../errors/base-error.js'
import { runInHook } from './hook-scope.js'
import type { LifecycleConfig } from './lifecycle-config.js'

/** Runs the user's start hook. Its failure becomes an error that names the sandbox and keeps the cause. */
export async function runStartHook<Handle>(
  owner: object,
  config: LifecycleConfig<Handle>,
  outcome: StartOutcome,
): Promise<void> {
  try {
    await runInHook(owner, () => config.onStart(outcome))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const message = `Sandbox '${config.id}' onStart hook failed: ${text}`
    throw new SandboxError(message, 'EXECUTION_FAILED', undefined, { cause: error, operation: 'start', retry: 'safe' })
  }
}
