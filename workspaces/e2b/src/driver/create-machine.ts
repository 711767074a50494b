import type { Sandbox } from 'e2b'
import { createId, type AcquireRequest } from '@caisson/core/driver'
import { limitError, lookForLost } from '@caisson/kit/http'
import { createTokenKey, ownerKey, type ResolvedE2BOptions } from '../options/index.js'
import { e2bErrorFacts } from './error-facts.js'
import { listMachines } from './machine-listing.js'
import type { ControlRequests } from './requests.js'
import type { E2BSdk } from './sdk.js'

/** What a creation needs. */
export interface CreateContext {
  readonly sdk: E2BSdk
  readonly requests: ControlRequests
  readonly options: ResolvedE2BOptions
  readonly template: string
}

/**
 * Creates a machine with one request, which is never cut. When its response is lost, the machine is looked for by a token
 * that only this request carried, and taken when it is there; the request is not repeated.
 */
export async function createMachine(context: CreateContext, request: AcquireRequest): Promise<Sandbox> {
  const { sdk, requests, options, template } = context
  const { timeoutMs, lifecycle, network } = options
  const keys = { [ownerKey]: request.id, [createTokenKey]: createId('create') }
  try {
    return await sdk.Sandbox.create(template, {
      ...requests.uncut(request.signal),
      timeoutMs,
      lifecycle,
      metadata: { ...options.metadata, ...keys },
      envs: { ...request.env },
      ...(network === undefined ? {} : { network }),
    })
  } catch (error) {
    if (error instanceof sdk.RateLimitError) throw limitError({ provider: 'e2b', cause: error })
    if (e2bErrorFacts(error, sdk).retry !== 'ambiguous') throw error
    const sandbox = await adopt(context, keys, request.signal)
    if (!sandbox) throw error
    return sandbox
  }
}

/** Looks for the machine of a lost response. */
async function adopt(
  { sdk, requests, options }: CreateContext,
  keys: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Sandbox | undefined> {
  const look = async (): Promise<Sandbox | undefined> => {
    const [machine] = await listMachines(sdk, keys, requests.ofStart(signal))
    if (!machine) return undefined
    return sdk.Sandbox.connect(machine.sandboxId, { ...requests.ofStart(signal), timeoutMs: options.timeoutMs })
  }
  return lookForLost({ look, signal })
}
