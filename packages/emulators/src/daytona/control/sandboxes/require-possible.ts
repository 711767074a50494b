import { HttpFailure } from '../../../http/http-failure.js'
import type { Sandbox } from './sandbox.js'
import { isTransitional } from './sandbox-state.js'
import { sandboxNotFound } from './sandbox-store.js'

type Operation = 'archive' | 'change' | 'delete' | 'recover' | 'start' | 'stop'

function underWay(): HttpFailure {
  return new HttpFailure(409, 'Sandbox state change in progress')
}

type Check = (sandbox: Sandbox) => HttpFailure | undefined

/** Why something cannot be done to a sandbox now, in the vendor's words. */
const checks: Readonly<Record<Operation, Check>> = {
  start: ({ state }) => {
    if (state === 'error' || state === 'build_failed') return new HttpFailure(400, 'Sandbox is in an errored state')
    if (state === 'stopped' || state === 'archived' || state === 'archiving') return undefined
    return isTransitional(state) ? underWay() : new HttpFailure(400, 'Sandbox is not in valid state')
  },
  stop: ({ state }) => {
    if (state === 'error' || state === 'build_failed') return new HttpFailure(400, 'Sandbox is in an errored state')
    if (isTransitional(state)) return underWay()
    return state === 'started' ? undefined : new HttpFailure(400, 'Sandbox is not in a stoppable state')
  },
  archive: ({ state, intervals }) => {
    if (isTransitional(state)) return underWay()
    if (state !== 'stopped') return new HttpFailure(400, 'Sandbox is not stopped')
    return intervals.autoDelete === 0 ? new HttpFailure(400, 'Ephemeral sandboxes cannot be archived') : undefined
  },
  recover: ({ state, recoverable }) => {
    if (isTransitional(state)) return underWay()
    if (state !== 'error') return new HttpFailure(400, 'Sandbox must be in error state to recover')
    return recoverable ? undefined : new HttpFailure(400, 'Sandbox is not in a recoverable state')
  },
  change: ({ state }) => {
    if (isTransitional(state)) return underWay()
    return state === 'started' || state === 'stopped'
      ? undefined
      : new HttpFailure(400, 'Sandbox is not in valid state')
  },
  delete: ({ state }) => (isTransitional(state) && state !== 'pending_build' ? underWay() : undefined),
}

/** Throws a 400 or 409 where an operation is not possible now, and a 404 for what is no more. */
export function requirePossible(operation: Operation, sandbox: Sandbox): void {
  if (sandbox.state === 'destroyed') throw sandboxNotFound(sandbox.id)
  const failure = checks[operation](sandbox)
  if (failure) throw failure
}
