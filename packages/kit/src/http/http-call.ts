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

  /** `status` is that of the answer. */
  constructor(
    mostBytes: number,
    readonly status: number,
  ) {
    super(`the answer is longer than ${mostBytes} bytes`)
  }
}

/**
 * Sends a request and reads its answer, both under one clock. Redirections are answers, not followed: credentials go to one
 * place only. For a body that is made while it is sent they are failures.
 *
 * Throws what `fetch` throws, `LongAnswerError`, `SandboxTimeoutError`, or the signal's reason.
 */
export async function httpCall(call: HttpCall): Promise<HttpAnswer> {
  const { answer, release } = await underClock(call, async (signal) => {
    const response = await send(call, signal)
    const body = await readBody(response, mostOf(call))
    return { status: response.status, headers: response.headers, body }
  })
  release()
  return answer
}

/**
 * Sends a request whose answer is read by the caller. The clock is for its head, and for all of an answer that is no success.
 * The signal cuts the body too.
 *
 * Throws as `httpCall` does.
 */
export async function openHttpCall(call: HttpCall): Promise<Response> {
  const { answer, release } = await underClock(call, async (signal) => {
    const response = await send(call, signal)
    return response.ok ? response : inMemory(response, await readBody(response, mostOf(call)))
  })
  return whenRead(answer, release)
}

function mostOf({ mostBytes = defaultMostBytes }: HttpCall): number {
  return mostBytes
}

async function send({ fetch: request, method, url, headers, body }: HttpCall, signal: AbortSignal): Promise<Response> {
  const common = { method, headers: { ...headers }, signal, redirect: 'manual' } as const
  if (body === undefined || typeof body === 'string') return request(url, { ...common, body: body ?? null })
  if (body instanceof Uint8Array) return request(url, { ...common, body: Buffer.from(body) })
  // Node keeps a copy of all that was sent, for a redirection or a question to a user, unless it is told that there is none.
  const once = { redirect: 'error', window: null, duplex: 'half' } as const
  return request(url, { ...common, ...once, body: ReadableStream.from(body) })
}

/** `release` forgets the caller's signal, which may live much longer than the request and be that of many. */
async function underClock<T>(
  { signal, limitMs = requestTimeoutMs, provider }: HttpCall,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ answer: T; release: () => void }> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  const release = (): void => signal?.removeEventListener('abort', abort)
  // What is cut has to be told as the clock or the caller: others throw what they like when their signal fires.
  const timer = startTimer(limitMs, () =>
    controller.abort(new SandboxTimeoutError(limitMs, 'request', { retry: 'ambiguous', provider })),
  )
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const answer = await Promise.race([work(controller.signal), rejectOnAbort(controller.signal)])
    return { answer, release }
  } catch (error) {
    release()
    throw error
  } finally {
    timer.cancel()
  }
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A body of a bounded size. Throws `LongAnswerError`, and what reading throws. */
export async function readBody(response: Response, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes) throw new LongAnswerError(mostBytes, response.status)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Some statuses allow no body, not even an empty one. */
function inMemory({ status, headers }: Response, body: Uint8Array): Response {
  return new Response(body.length === 0 ? null : Buffer.from(body), { status, headers })
}

/** The same answer, of which it is told when its body is at its end, was cut, or is not wanted any more. */
function whenRead(response: Response, release: () => void): Response {
  const { body, status, headers } = response
  if (body === null) {
    release()
    return response
  }
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
        } catch (error) {
          release()
          throw error
        }
        release()
        controller.close()
      },
      cancel: async (reason) => {
        release()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(watched, { status, headers })
}
