import type { SandboxInfo } from 'e2b'
import type { AcquireRequest } from '@caisson/core/driver'
import { foreignMachineError, reading } from '@caisson/kit/http'
import { ownerKey } from '../options/index.js'
import { listMachines } from './machine-listing.js'
import type { ControlRequests } from './requests.js'
import type { E2BSdk } from './sdk.js'

/** What a look-up needs. */
export interface FindContext {
  readonly sdk: E2BSdk
  readonly requests: ControlRequests
  /** The caller chose the logical id, so that a machine of another one is not taken. */
  readonly isIdGiven: boolean
}

/**
 * Looks a machine up: by E2B's id, then by the logical id that it carries. A machine that carries none may be taken by E2B's
 * id; one that carries another is refused where the caller chose an id. Wakes nothing; every failure surfaces.
 */
export async function findMachine(context: FindContext, request: AcquireRequest): Promise<SandboxInfo | undefined> {
  if (request.sandboxId !== undefined) {
    const exact = await findExact(context, request.sandboxId, request)
    if (exact) return exact
  }
  return findOwned(context, request)
}

async function findExact(
  { sdk, requests, isIdGiven }: FindContext,
  sandboxId: string,
  request: AcquireRequest,
): Promise<SandboxInfo | undefined> {
  let info: SandboxInfo
  try {
    info = await reading(sdk.Sandbox.getInfo(sandboxId, requests.ofStart(request.signal)))
  } catch (error) {
    if (error instanceof sdk.SandboxNotFoundError) return undefined
    throw error
  }
  const owner = info.metadata[ownerKey]
  if (isIdGiven && owner !== undefined && owner !== request.id) throw foreignMachineError('e2b', sandboxId, request.id)
  return info
}

async function findOwned({ sdk, requests }: FindContext, request: AcquireRequest): Promise<SandboxInfo | undefined> {
  const machines = await listMachines(sdk, { [ownerKey]: request.id }, requests.ofStart(request.signal))
  return machines.find((machine) => machine.state === 'running') ?? machines[0]
}
