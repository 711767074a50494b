import { whileBusy } from '@caisson/kit/object-store'
import type { z } from 'zod'
import type { PlatformCall, PlatformClient } from '../client/index.js'
import { platformErrorKind } from './error-kind.js'

type Done = Awaited<ReturnType<PlatformClient['done']>>

/** Requests of the file store. What is refused because the platform is busy has had no effect, and is sent again. */
export class StoreRequests {
  readonly #client: PlatformClient

  constructor(client: PlatformClient) {
    this.#client = client
  }

  /** As those of `PlatformClient`. */
  async json<T>(call: PlatformCall, schema: z.ZodType<T>): Promise<T> {
    return repeated(call, async () => this.#client.json(call, schema))
  }

  async done(call: PlatformCall): Promise<Done> {
    return repeated(call, async () => this.#client.done(call))
  }

  async open(call: PlatformCall): Promise<Response> {
    return repeated(call, async () => this.#client.open(call))
  }
}

/** What is made while it is sent is there once. */
function repeated<T>({ body, signal }: PlatformCall, send: () => Promise<T>): Promise<T> {
  const isOnce = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
  return isOnce ? send() : whileBusy(platformErrorKind, send, signal)
}
