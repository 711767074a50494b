import { reading } from '@caisson/kit/http'
import { z } from 'zod'
import { PlatformApiError, type PlatformClient } from '../client/index.js'
import type { ExecLease } from './exec-lease.js'
import { SandboxDestroyedError } from './sandbox-destroyed-error.js'

const gone = 410

/** A time that cannot be read is one that is not told. */
function timeOf(text: string | null | undefined): number | undefined {
  const timeMs = Date.parse(text ?? '')
  return Number.isNaN(timeMs) ? undefined : timeMs
}

const leaseSchema: z.ZodType<ExecLease> = z
  .object({
    provider: z.enum(['railway', 'e2b']),
    sandboxId: z.string().min(1),
    providerResourceId: z.string().nullish(),
    jwt: z.string().min(1),
    wsEndpoint: z.string().min(1),
    subprotocol: z.string().nullish(),
    expiresAt: z.string().nullish(),
    features: z.array(z.string()).nullish(),
  })
  .transform((answer) => ({
    provider: answer.provider,
    sandboxId: answer.sandboxId,
    providerResourceId: answer.providerResourceId ?? undefined,
    jwt: answer.jwt,
    wsEndpoint: answer.wsEndpoint,
    subprotocol: answer.subprotocol ?? 'railway-shell',
    expiresAtMs: timeOf(answer.expiresAt),
    features: answer.features ?? [],
  }))

/**
 * Asks for leave to run commands.
 *
 * Throws `SandboxDestroyedError` when the sandbox is gone, `PlatformApiError`, and what the network throws.
 */
export async function mintLease(client: PlatformClient, sandboxId: string): Promise<ExecLease> {
  const path = `/sandbox/${encodeURIComponent(sandboxId)}/exec-lease`
  try {
    // Nothing has begun by it, and another lease is as good.
    const call = { operation: 'lease the right to run commands', method: 'POST', path, isHarmless: true } as const
    return await reading(client.json(call, leaseSchema))
  } catch (error) {
    if (!(error instanceof PlatformApiError) || error.status !== gone) throw error
    throw new SandboxDestroyedError({ sandboxId, attempts: 1 }, { cause: error })
  }
}
