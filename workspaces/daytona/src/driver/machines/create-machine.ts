import type { Sandbox } from '@daytonaio/sdk'
import { SandboxProviderError } from '@caisson/core/workspace'
import { delay, type AcquireRequest } from '@caisson/core/driver'
import { limitError, observeRequests } from '@caisson/kit/http'
import { creationOf, ownerKey } from '../../options/index.js'
import { FailedCreationError, LostMachineError } from '../driver-errors.js'
import { daytonaErrorFacts, waitOf } from '../error-facts.js'
import { sdkSeconds, type ControlContext } from './control-context.js'
import { getMachine } from './find-machine.js'
import { kindOf } from './machine-state.js'
import { removeQuietly } from './remove-quietly.js'
import { settleMachine } from './settle-machine.js'

/** Waits before each look for a machine whose create response was lost: it may take a moment to be known. */
const lookDelaysMs = [0, 250, 1000, 2500]

/**
 * Creates a machine with one request, which is never cut. When its response is lost, or the name is taken, the machine with
 * the name is looked at: one that carries our label is taken. The request is not repeated. A new machine that fails to build
 * is removed.
 *
 * Throws `SandboxProviderError` CONFLICT when the name belongs to another sandbox id, QUOTA_EXCEEDED when the wait for a rate
 * limit would outlast the start.
 */
export async function createMachine(context: ControlContext, request: AcquireRequest): Promise<Sandbox> {
  const { sdk, client, options, clock } = context
  const params = creationOf(options, request)
  const timeout = sdkSeconds(clock.remainingMs(request.signal))
  try {
    return await observeRequests(async () => client.create(params, { timeout }))
  } catch (error) {
    if (error instanceof sdk.DaytonaRateLimitError) {
      const retryAfterMs = waitOf(error)
      if ((retryAfterMs ?? 0) < clock.remainingMs(request.signal)) throw error
      throw limitError({ provider: 'daytona', retryAfterMs, cause: error })
    }
    const isTaken = error instanceof sdk.DaytonaConflictError
    if (!isTaken && daytonaErrorFacts(error, sdk).retry !== 'ambiguous') throw error
    const name = params.name ?? request.id
    const sandbox = await lookFor(context, name, isTaken ? [0] : lookDelaysMs, request.signal)
    if (!sandbox) throw error
    if (sandbox.labels[ownerKey] !== request.id) throw isTaken ? takenName(name, request.id, error) : error
    await settleNew(context, sandbox, request, error)
    return sandbox
  }
}

/** A look that fails is no reason to tell another error than the first one. */
async function lookFor(
  context: ControlContext,
  name: string,
  delaysMs: readonly number[],
  signal: AbortSignal,
): Promise<Sandbox | undefined> {
  for (const delayMs of delaysMs) {
    try {
      // The first look is also made for a start that was given up: what failed to build has to be removed.
      if (delayMs > 0) await delay(delayMs, signal)
      const sandbox = await getMachine(context, name)
      if (sandbox && sandbox.name === name) return sandbox
    } catch (error) {
      if (signal.aborted) return undefined
      context.logger.debug('daytona: looking for a new machine failed', error)
    }
  }
  return undefined
}

async function settleNew(
  context: ControlContext,
  sandbox: Sandbox,
  request: AcquireRequest,
  cause: unknown,
): Promise<void> {
  if (kindOf(sandbox) === 'failed') {
    const { id, state = 'unknown', errorReason } = sandbox
    await removeQuietly(context, sandbox)
    throw new FailedCreationError(id, state, errorReason, cause)
  }
  try {
    await settleMachine(context, sandbox, request)
  } catch (error) {
    if (!(error instanceof LostMachineError)) throw error
    const { id, state = 'unknown', errorReason } = sandbox
    throw new FailedCreationError(id, state, errorReason, cause)
  }
}

function takenName(name: string, id: string, cause: unknown): Error {
  const message = `daytona: a machine named "${name}" exists and belongs to another sandbox id than "${id}": choose another name`
  return new SandboxProviderError(message, 'CONFLICT', { name, id }, { retry: 'never', provider: 'daytona', cause })
}
