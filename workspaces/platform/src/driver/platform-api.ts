import { reading } from '@caisson/kit/http'
import { z } from 'zod'
import { PlatformApiError, type PlatformClient } from '../client/index.js'
import type { PlatformBackend } from '../exec/exec-lease.js'
import type { MachineFacts } from './machine-facts.js'
import { sandboxAnswer } from './sandbox-answer.js'

/** A machine may take long until it is there; its request is never cut by this host while somebody may still want it. */
const creationLimitMs = 15 * 60_000
const captureLimitMs = 5 * 60_000

/** What the platform made of the wish for a checkpoint. */
export type CaptureStatus = 'captured' | 'coalesced' | 'skipped'

const captureAnswer = z.object({
  checkpointName: z.string().nullish(),
  status: z.enum(['captured', 'coalesced', 'skipped']),
})

/** The platform's requests about sandboxes. */
export class PlatformApi {
  readonly #client: PlatformClient
  readonly #backend: () => PlatformBackend

  constructor(client: PlatformClient, backend: () => PlatformBackend) {
    this.#client = client
    this.#backend = backend
  }

  /** `undefined` when there is no such sandbox, or not any more. */
  async get(sandboxId: string, signal?: AbortSignal): Promise<MachineFacts | undefined> {
    const call = { operation: 'look at a sandbox', method: 'GET', path: pathOf(sandboxId), signal } as const
    try {
      const facts = await reading(this.#client.json(call, sandboxAnswer(this.#backend())))
      return facts.destroyedAt === undefined ? facts : undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** `secrets` are in the body, and are taken out of texts of the platform that repeat it. */
  async create(body: Readonly<Record<string, unknown>>, secrets: readonly string[]): Promise<MachineFacts> {
    const call = { operation: 'create a sandbox', method: 'POST', path: '/sandbox', json: body, secrets } as const
    return this.#client.json({ ...call, limitMs: creationLimitMs }, sandboxAnswer(this.#backend()))
  }

  /** One that is gone already is a success. */
  async delete(sandboxId: string): Promise<void> {
    await this.#remove('destroy a sandbox', { method: 'DELETE', path: pathOf(sandboxId) })
  }

  async capture(sandboxId: string, recoveryId: string): Promise<{ status: CaptureStatus; checkpointName: string }> {
    const path = `${pathOf(sandboxId)}/checkpoint`
    const call = { operation: 'capture a checkpoint', method: 'POST', path, json: { id: recoveryId } } as const
    const { status, checkpointName } = await this.#client.json({ ...call, limitMs: captureLimitMs }, captureAnswer)
    return { status, checkpointName: checkpointName ?? recoveryId }
  }

  /** Without one it is a success as well. */
  async deleteCheckpoint(sandboxId: string, recoveryId: string): Promise<void> {
    const path = `${pathOf(sandboxId)}/checkpoint`
    await this.#remove('delete a checkpoint', { method: 'DELETE', path, json: { id: recoveryId } })
  }

  async #remove(operation: string, request: { method: 'DELETE'; path: string; json?: unknown }): Promise<void> {
    try {
      await this.#client.done({ operation, ...request })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

function pathOf(sandboxId: string): string {
  return `/sandbox/${encodeURIComponent(sandboxId)}`
}

/** The platform says that there is no such sandbox, or not any more. */
function isMissing(error: unknown): boolean {
  return error instanceof PlatformApiError && (error.status === 404 || error.status === 410)
}
