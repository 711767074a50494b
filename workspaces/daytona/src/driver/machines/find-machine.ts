import type { Sandbox } from '@daytonaio/sdk'
import type { AcquireRequest } from '@caisson/core/driver'
import { foreignMachineError } from '@caisson/kit/http'
import { ownerKey } from '../../options/index.js'
import { look } from '../asking.js'
import type { ControlContext } from './control-context.js'
import { kindOf, type StateKind } from './machine-state.js'
import { removeQuietly } from './remove-quietly.js'

/** Which of several machines of the same owner is taken. */
const preference: readonly StateKind[] = ['running', 'changing', 'resumable']

/**
 * Looks a machine up: by Daytona's id, then by the label with the logical id. A machine without the label may be taken by
 * Daytona's id; one of another owner is refused where the caller chose an id. Machines that are gone or have failed count as
 * not there; a failed one of ours is removed, since it would keep the name. Wakes nothing; every other failure surfaces.
 */
export async function findMachine(context: ControlContext, request: AcquireRequest): Promise<Sandbox | undefined> {
  if (request.sandboxId !== undefined) {
    const exact = await findExact(context, request.sandboxId, request)
    if (exact) return exact
  }
  return findOwned(context, request)
}

/** A machine by its id or its name; `undefined` when there is none. */
export async function getMachine(context: ControlContext, idOrName: string): Promise<Sandbox | undefined> {
  const { sdk, client } = context
  try {
    return await look(async () => client.get(idOrName))
  } catch (error) {
    if (error instanceof sdk.DaytonaNotFoundError) return undefined
    throw error
  }
}

async function findExact(
  context: ControlContext,
  sandboxId: string,
  request: AcquireRequest,
): Promise<Sandbox | undefined> {
  const sandbox = await getMachine(context, sandboxId)
  // The vendor also takes a name for an id.
  if (!sandbox || sandbox.id !== sandboxId) return undefined
  const owner = sandbox.labels[ownerKey]
  if (context.options.isIdGiven && owner !== undefined && owner !== request.id)
    throw foreignMachineError('daytona', sandboxId, request.id)
  return takeUsable(context, [sandbox], request)
}

async function findOwned(context: ControlContext, request: AcquireRequest): Promise<Sandbox | undefined> {
  const labels = { [ownerKey]: request.id }
  const sandboxes = await look(async () => {
    const found: Sandbox[] = []
    for await (const sandbox of context.client.list({ labels })) found.push(sandbox)
    return found
  })
  return takeUsable(
    context,
    sandboxes.filter((sandbox) => sandbox.labels[ownerKey] === request.id),
    request,
  )
}

async function takeUsable(
  context: ControlContext,
  sandboxes: readonly Sandbox[],
  { id }: AcquireRequest,
): Promise<Sandbox | undefined> {
  for (const sandbox of sandboxes) {
    if (kindOf(sandbox) === 'failed' && sandbox.labels[ownerKey] === id) await removeQuietly(context, sandbox)
  }
  return sandboxes
    .filter((sandbox) => preference.includes(kindOf(sandbox)))
    .toSorted((one, other) => rank(one) - rank(other) || age(one).localeCompare(age(other)))[0]
}

function rank(sandbox: Sandbox): number {
  return preference.indexOf(kindOf(sandbox))
}

/** Orders by time of creation, so that everyone who looks takes the same one. */
function age({ createdAt = '', id }: Sandbox): string {
  return `${createdAt} ${id}`
}
