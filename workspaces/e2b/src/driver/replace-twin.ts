import type { Logger } from '@caisson/core/workspace'
import { ownerKey } from '../options/index.js'
import { factsOf, type E2BMachine } from './e2b-machine.js'
import { compareAge, listMachines } from './machine-listing.js'
import type { ControlRequests } from './requests.js'
import type { E2BSdk } from './sdk.js'

/** What the look for a twin needs. */
export interface TwinContext {
  readonly sdk: E2BSdk
  readonly requests: ControlRequests
  readonly timeoutMs: number
  readonly logger: Logger
}

/**
 * Looks whether another host made a machine for the same id at the same time: E2B has no unique key that would prevent it.
 * The younger one is removed and the older one taken in its place, unless it was used already; then it is reported. Nobody
 * waits for this.
 */
export async function replaceTwin(context: TwinContext, machine: E2BMachine, id: string): Promise<void> {
  const { sdk, requests, timeoutMs, logger } = context
  const ownId = machine.sandboxId
  const machines = await listMachines(sdk, { [ownerKey]: id }, requests.single(machine.closed))
  const own = machines.find(({ sandboxId }) => sandboxId === ownId)
  if (!own || machine.closed.aborted) return
  machine.facts = factsOf(own)
  machine.keepAlive.noteEnd(Math.max(machine.keepAlive.endMs, own.endAt.getTime()))
  const older = machines.find((other) => compareAge(other, own) < 0)
  if (!older) return
  const twins = `machines ${older.sandboxId} and ${ownId} were made for the same id "${id}" at the same time`
  if (machine.isUsed) {
    logger.warn(`e2b: ${twins}; this host goes on with ${ownId}`)
    return
  }
  const sandbox = await sdk.Sandbox.connect(older.sandboxId, { ...requests.single(machine.closed), timeoutMs })
  if (!machine.exchange(sandbox)) {
    if (!machine.closed.aborted) logger.warn(`e2b: ${twins}; this host goes on with ${ownId}`)
    return
  }
  logger.info(`e2b: ${twins}; this host goes on with ${older.sandboxId} and removes the other`)
  await sdk.Sandbox.kill(ownId, requests.single())
}
