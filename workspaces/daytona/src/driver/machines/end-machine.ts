import type { Sandbox } from '@daytonaio/sdk'
import { SandboxTimeoutError } from '@caisson/core/workspace'
import { currentTimeMs } from '@caisson/core/driver'
import { observeRequests } from '@caisson/kit/http'
import { LostMachineError } from '../driver-errors.js'
import { ChangePause } from './change-pause.js'
import { sdkSeconds, type ControlContext } from './control-context.js'
import { kindOf, type StateKind } from './machine-state.js'
import { refresh } from './settle-machine.js'

/** Longest time until a machine has stopped or is gone. */
const endTimeoutMs = 180_000

/** How each end is asked for, and when it is over: nothing runs in a machine that has failed. */
const ends: Readonly<
  Record<
    'stop' | 'destroy',
    { ask(sandbox: Sandbox, seconds: number): Promise<void>; readonly over: readonly StateKind[] }
  >
> = {
  stop: { ask: async (sandbox, seconds) => sandbox.stop(seconds), over: ['resumable', 'failed', 'gone'] },
  destroy: { ask: async (sandbox, seconds) => sandbox.delete(seconds, true), over: [] },
}

/**
 * Stops or removes a machine and waits for the final state. One that is gone, or has stopped already, is a success; where
 * somebody else is changing it, that is waited for first. Every failure surfaces.
 */
export async function endMachine(
  context: ControlContext,
  sandbox: Sandbox,
  end: 'stop' | 'destroy',
  signal: AbortSignal,
): Promise<void> {
  const pause = new ChangePause()
  const endsAtMs = currentTimeMs() + endTimeoutMs
  const { ask, over } = ends[end]
  while (!over.includes(kindOf(sandbox))) {
    signal.throwIfAborted()
    const leftMs = endsAtMs - currentTimeMs()
    if (leftMs <= 0) throw new SandboxTimeoutError(endTimeoutMs, end, { retry: 'safe', provider: 'daytona' })
    try {
      await observeRequests(async () => ask(sandbox, sdkSeconds(leftMs)))
      return
    } catch (error) {
      if (await isGoneAfter(context, sandbox, error)) return
      if (!(error instanceof context.sdk.DaytonaConflictError) && !over.includes(kindOf(sandbox))) throw error
      if (!over.includes(kindOf(sandbox))) await pause.wait(signal)
    }
  }
}

/** Looks at a machine of which a request was refused; any other failure says what it says. */
async function isGoneAfter(context: ControlContext, sandbox: Sandbox, error: unknown): Promise<boolean> {
  const { sdk } = context
  if (error instanceof sdk.DaytonaNotFoundError) return true
  if (!(error instanceof sdk.DaytonaConflictError || error instanceof sdk.DaytonaBadRequestError)) return false
  try {
    await refresh(context, sandbox)
    return sandbox.state === sdk.SandboxState.DESTROYED
  } catch (refreshError) {
    if (refreshError instanceof LostMachineError) return true
    throw refreshError
  }
}
