import type { Sandbox } from '@daytonaio/sdk'
import { observeRequests } from '@caisson/kit/http'
import { ownerKey } from '../../options/index.js'
import { look } from '../asking.js'
import { LostMachineError } from '../driver-errors.js'
import { ChangePause } from './change-pause.js'
import { sdkSeconds, type ControlContext } from './control-context.js'
import { kindOf } from './machine-state.js'
import { removeQuietly } from './remove-quietly.js'

/** A start, as a call of the SDK may be told of it. */
export interface StartOf {
  readonly id: string
  readonly signal: AbortSignal
}

/**
 * Brings a machine to running: starts a stopped or archived one, waits for one that is changing. Obeys the signal between
 * requests.
 *
 * Throws `LostMachineError` when the machine is gone or has failed; a failed one of ours is removed.
 */
export async function settleMachine(context: ControlContext, sandbox: Sandbox, start: StartOf): Promise<void> {
  const pause = new ChangePause()
  for (;;) {
    start.signal.throwIfAborted()
    switch (kindOf(sandbox)) {
      case 'running':
        return
      case 'resumable':
        await resume(context, sandbox, start, pause)
        break
      case 'changing':
        await pause.wait(start.signal)
        await refresh(context, sandbox)
        break
      case 'failed':
        if (sandbox.labels[ownerKey] === start.id) await removeQuietly(context, sandbox)
        throw lost(sandbox)
      case 'gone':
        throw lost(sandbox)
    }
  }
}

/** Asks for the machine's state. Throws `LostMachineError` when there is no such machine any more. */
export async function refresh({ sdk }: ControlContext, sandbox: Sandbox): Promise<void> {
  try {
    await look(async () => sandbox.refreshData())
  } catch (error) {
    if (error instanceof sdk.DaytonaNotFoundError) throw new LostMachineError(sandbox.id, 'not there any more')
    throw error
  }
}

/** Starts a machine. What failed meanwhile, or was refused because somebody else is changing it, is looked at anew. */
async function resume(
  context: ControlContext,
  sandbox: Sandbox,
  { signal }: StartOf,
  pause: ChangePause,
): Promise<void> {
  const { sdk, clock } = context
  const before = sandbox.state
  try {
    const seconds = sdkSeconds(clock.remainingMs(signal))
    await observeRequests(async () => sandbox.start(seconds))
  } catch (error) {
    if (error instanceof sdk.DaytonaRateLimitError) throw error
    if (signal.aborted) throw error
    await refresh(context, sandbox)
    const isContested = error instanceof sdk.DaytonaConflictError
    if (sandbox.state === before && !isContested) throw error
    if (isContested) await pause.wait(signal)
  }
}

function lost({ id, state }: Sandbox): Error {
  return new LostMachineError(id, state ?? 'unknown')
}
