import { SandboxTimeoutError } from '@caisson/core/workspace'
import { startTimer } from '@caisson/core/driver'
import { requestTimeoutMs } from './limited-call.js'

/** A request, for vendors without a client of their own. */
export interface HttpCall {
  readonly fetch: typeof fetch
  readonly provider: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined
  readonly signal?: AbortSignal | undefined
  /** Longest time until the answer is there. Default 60 000 ms. */
  readonly limitMs?: number | undefined
  /** More of an answer is an error. Default 16 MiB. */
  readonly mostBytes?: number | undefined
}

/** An answer that was read to its end. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

const defaultMostBytes = 16 * 1024 * 1024

/** An answer that is longer than anybody can want. */
export class LongAnswerError extends Error {
  override name: string = 'LongAnswerError'
}

/**
 * Sends a request and reads its answer, both under one clock. Redirections are answers, not followed: credentials go to one
 * place only.
 *
 * Throws what `fetch` throws, `LongAnswerError`, `SandboxTimeoutError`, or the signal's reason.
 */
export async function httpCall(call: HttpCall): Promise<HttpAnswer> {
  return underClock(call, 'release', async (signal) => {
    const response = await send(call, signal)
    const body = await readBody(response, call.mostBytes ?? defaultMostBytes)
    return { status: response.status, headers: response.headers, body }
  })
}

/**
 * Sends a request whose answer is read by the caller; the clock is for its head. The signal cuts the body too.
 *
 * Throws as `httpCall` does.
 */
export async function openHttpCall(call: HttpCall): Promise<Response> {
  return underClock(call, 'keep', async (signal) => send(call, signal))
}

async function send({ fetch: request, method, url, headers, body }: HttpCall, signal: AbortSignal): Promise<Response> {
  const common = { method, headers: { ...headers }, signal, redirect: 'manual' } as const
  if (body === undefined || typeof body === 'string') return request(url, { ...common, body: body ?? null })
  if (body instanceof Uint8Array) return request(url, { ...common, body: Buffer.from(body) })
  // What is read while it is sent cannot be sent twice.
  return request(url, { ...common, body: ReadableStream.from(body), duplex: 'half' } as RequestInit)
}

/** `afterwards`: what becomes of the caller's signal when the work is done. */
async function underClock<T>(
  { signal, limitMs = requestTimeoutMs, provider }: HttpCall,
  afterwards: 'keep' | 'release',
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  // What is cut has to be told as the clock or the caller: others throw what they like when their signal fires.
  const timer = startTimer(limitMs, () =>
    controller.abort(new SandboxTimeoutError(limitMs, 'request', { retry: 'ambiguous', provider })),
  )
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(controller.signal), rejectOnAbort(controller.signal)])
  } finally {
    timer.cancel()
    if (afterwards === 'release') signal?.removeEventListener('abort', abort)
  }
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A body of a bounded size. */
export async function readBody(response: Response, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes) throw new LongAnswerError(`the answer is longer than ${mostBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
