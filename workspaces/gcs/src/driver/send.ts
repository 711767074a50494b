import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { whileBusy } from '@caisson/kit/object-store'
import { gcsErrorKind } from './error-kind.js'
import type { GCSClients, Sender } from './gcs-clients.js'
import { redact } from './redact.js'

type Request = Parameters<Sender['request']>[0]

/** An answer of the JSON interface. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

type Sent = Pick<GCSClients, 'sender'>

/** Failures of the network are tried again, and answers that ask for it. Only for requests that change nothing. */
const retries = { retry: true, retryConfig: { retry: 2, noResponseRetries: 2, maxRetryDelay: 8000 } } as const

/** Content is wanted as it is stored, also where that is compressed. */
const asStored = { compress: false }

const storedEncoding = 'x-goog-stored-content-encoding'

/** Sends a change, once, unless the service is too busy to do it. Statuses from 400 on are errors. */
export async function send(clients: Sent, request: Request): Promise<Reply> {
  const once = async (): Promise<Reply> => ask(clients, { retry: false, ...request })
  return whileBusy(gcsErrorKind, once, request.signal ?? undefined)
}

/** Sends a question, which may be sent again. */
export async function read(clients: Sent, request: Request): Promise<Reply> {
  return ask(clients, { ...retries, ...request })
}

/** Asks for content. The stream ends with an error when it is cut or the signal is aborted. */
export async function open(clients: Sent, request: Request): Promise<{ headers: Headers; body: Readable }> {
  const whole = { ...retries, ...asStored, ...request, responseType: 'stream', errorRedactor: redact } as const
  const { headers, data } = await clients.sender.request<unknown>(whole)
  const body = data instanceof Readable ? data : Readable.from([])
  // Whoever packed this did it on the way.
  const isPacked = headers.get('content-encoding') === 'gzip' && headers.get(storedEncoding) === 'identity'
  return { headers, body: isPacked ? pipeline(body, createGunzip(), () => undefined) : body }
}

async function ask({ sender }: Sent, request: Request): Promise<Reply> {
  request.signal?.throwIfAborted()
  const { status, headers, data } = await sender.request<unknown>({
    ...request,
    validateStatus: isAnswer,
    errorRedactor: redact,
  })
  const body: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {}
  return { status, headers, body }
}

/** An upload that is not over is answered by 308. */
function isAnswer(status: number): boolean {
  return status < 400
}
