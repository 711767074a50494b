import { sandboxErrorCodes } from '@caisson/core/workspace'
import type { FollowOptions } from './follow.js'
import type { Follow } from './follow-reader.js'
import { followPatiently } from './read-to-end.js'
import type { RelayMachine } from './relay-machine.js'

/**
 * Looks for a command whose start was not answered: found, it is ours, and nothing runs twice. Throws the error of the
 * start when the command is not there, or cannot be.
 */
export async function recoverStart(
  machine: RelayMachine,
  error: unknown,
  options: FollowOptions & { readonly signal: AbortSignal | undefined },
): Promise<Follow> {
  if (options.signal?.aborted || !mayHaveStarted(machine, error)) throw error
  options.live.leave()
  const follow = await followPatiently(machine, { ...options, mayAppear: true }).catch(() => undefined)
  // The first error says more than that of the look: it is that of the call that failed.
  if (!follow) throw error
  return follow
}

function mayHaveStarted(machine: RelayMachine, error: unknown): boolean {
  const { code, retry } = machine.classifyError(error)
  if (code === 'GONE' || code === 'ABORTED') return false
  return (retry ?? sandboxErrorCodes[code].retry) === 'ambiguous'
}
