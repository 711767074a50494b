import type { MountState } from '../../contract/mount.js'
import type { MountHookArgs, OnMountHook } from '../../contract/sandbox.js'

/** What a hook decided; `undefined` when it leaves the mount to the sandbox. */
export interface HookAnswer {
  readonly state: MountState
  readonly error?: string
}

/** Asks the user's `onMount` hook about one mount. */
export async function askMountHook(
  hook: OnMountHook,
  args: Omit<MountHookArgs, 'workspace'> & { workspace?: unknown },
): Promise<HookAnswer | undefined> {
  try {
    const answer = await hook({ workspace: undefined, ...args })
    if (answer === false) return { state: 'unsupported', error: 'Skipped by onMount hook' }
    if (typeof answer !== 'object' || answer === null) return undefined
    return answer.success ? { state: 'mounted' } : { state: 'error', error: answer.error ?? 'Mount hook failed' }
  } catch (error) {
    return { state: 'error', error: `Mount hook error: ${error instanceof Error ? error.message : String(error)}` }
  }
}
