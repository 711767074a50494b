import type { Sandbox } from '@daytonaio/sdk'
import { SandboxProviderError } from '@caisson/core/workspace'
import type { AcquireRequest } from '@caisson/core/driver'
import { limitError, lookForLost, observeRequests } from '@caisson/kit/http'
import { creationOf, ownerKey } from '../../options/index.js'
import { FailedCreationError, LostMachineError } from '../driver-errors.js'
import { daytonaErrorFacts, waitOf } from '../error-facts.js'
import { sdkSeconds, type ControlContext } from './control-context.js'
import { getMachine } from './find-machine.js'
import { kindOf } from './machine-state.js'
import { removeQuietly } from './remove-quietly.js'
import { settleMachine } from './settle-machine.js'

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
    const sandbox = await lookForLost({
      look: async () => namedMachine(context, name),
      signal: request.signal,
      onFailure: (failure) => context.logger.debug('daytona: looking for a new machine failed', failure),
    })
    if (!sandbox) throw error
    if (sandbox.labels[ownerKey] !== request.id) throw isTaken ? takenName(name, request.id, error) : error
    await settleNew(context, sandbox, request, error)
    return sandbox
  }
}

async function namedMachine(context: ControlContext, name: string): Promise<Sandbox | undefined> {
  const sandbox = await getMachine(context, name)
  // The vendor also takes an id for a name.
  return sandbox?.name === name ? sandbox : undefined
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
