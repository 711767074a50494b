import type { S3Client } from '@aws-sdk/client-s3'
import { FilesystemError, type Logger } from '@caisson/core/workspace'
import { startTimer } from '@caisson/core/driver'
import { cleanError } from './clean-error.js'
import { explainRegion } from './explain-region.js'
import type { S3Connection } from './s3-connection.js'
import type { S3Sdk } from './sdk.js'

/** What a request is made with. */
export interface RequestContext {
  readonly sdk: S3Sdk
  readonly client: S3Client
  readonly bucket: string
  /** To be handed to the client with each command. */
  readonly options: { readonly abortSignal: AbortSignal }
}

/** How long a request may take. */
export interface RequestLimit {
  readonly signal?: AbortSignal | undefined
  /** Beyond what any answer may take: for content that has to be sent first, or copied by the store. */
  readonly extraMs?: number | undefined
}

type Send<Output> = (context: RequestContext) => Promise<Output>

/**
 * Sends requests with a clock, since the SDK has none for a server that accepts a request and never answers, and without
 * secrets in their errors. The body of an answer is not under the clock.
 */
export class S3Requests {
  readonly #connection: S3Connection
  readonly #answerTimeMs: number
  readonly #log: { readonly target: Logger }

  constructor(connection: S3Connection, answerTimeMs: number, log: { readonly target: Logger }) {
    this.#connection = connection
    this.#answerTimeMs = answerTimeMs
    this.#log = log
  }

  /** For what no caller is waiting for any more. */
  get logger(): Logger {
    return this.#log.target
  }

  /** For what may be done twice. */
  async read<Output>(send: Send<Output>, limit: RequestLimit = {}): Promise<Output> {
    return this.#send('reader', send, limit)
  }

  /** For changes: repeated only where they provably did not happen. */
  async write<Output>(send: Send<Output>, limit: RequestLimit = {}): Promise<Output> {
    return this.#send('writer', send, limit)
  }

  async #send<Output>(role: 'reader' | 'writer', send: Send<Output>, limit: RequestLimit): Promise<Output> {
    const { signal, extraMs = 0 } = limit
    const { options } = this.#connection
    const { sdk, [role]: client } = await this.#connection.open()
    signal?.throwIfAborted()
    const clock = new AbortController()
    const limitMs = this.#answerTimeMs + Math.ceil(extraMs)
    const timer = startTimer(limitMs, () => clock.abort())
    const abortSignal = signal === undefined ? clock.signal : AbortSignal.any([signal, clock.signal])
    try {
      return await send({ sdk, client, bucket: options.bucket, options: { abortSignal } })
    } catch (error) {
      if (clock.signal.aborted && signal?.aborted !== true)
        throw timedOut(limitMs, options.bucket, cleanError(error, sdk))
      throw explainRegion(error, options, sdk) ?? cleanError(error, sdk)
    } finally {
      timer.cancel()
    }
  }
}

function timedOut(limitMs: number, bucket: string, cause: unknown): FilesystemError {
  const text = `The store did not answer within ${limitMs} ms (bucket ${bucket})`
  return new FilesystemError(text, 'EIO', bucket, { cause })
}
