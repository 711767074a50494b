import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { isUnsent, networkCode } from './network-facts.js'

/** What became of the requests of one call. */
export interface SeenRequests {
  /** None of them was sent: the network failed before. False when there was none. */
  readonly areUnsent: boolean
  /** Status of the last answer, also where the SDK does not tell it. */
  readonly status: number | undefined
}

/** What Node says about a request that is made with `node:http`. */
interface RequestNews {
  readonly request: object
  readonly error?: unknown
  readonly response?: { readonly statusCode?: number }
}

/** The requests of one call, while they are made. */
class Observation implements SeenRequests {
  status: number | undefined
  requestCount = 0
  unsentCount = 0

  get areUnsent(): boolean {
    return this.requestCount > 0 && this.requestCount === this.unsentCount
  }
}

const current = new AsyncLocalStorage<Observation>()
const byRequest = new WeakMap<object, Observation>()
const byError = new WeakMap<object, SeenRequests>()
let isListening = false

/**
 * Makes a call of an SDK that uses `node:http`, and looks at its requests: some SDKs turn all failures of the network into
 * one error that no longer tells whether anything was sent. What was seen is told by `seenRequests` of the error.
 */
export async function observeRequests<T>(call: () => Promise<T>): Promise<T> {
  listen()
  const observation = new Observation()
  try {
    return await current.run(observation, call)
  } catch (error) {
    if (typeof error === 'object' && error !== null) byError.set(error, observation)
    throw error
  }
}

/** What was seen of the requests of the call that failed with this error; `undefined` when it was not observed. */
export function seenRequests(error: object): SeenRequests | undefined {
  return byError.get(error)
}

/** Node's own channels, once for the whole process and only when somebody observes. */
function listen(): void {
  if (isListening) return
  isListening = true
  on('http.client.request.created', ({ request }) => {
    const observation = current.getStore()
    if (!observation || byRequest.has(request)) return
    observation.requestCount += 1
    byRequest.set(request, observation)
  })
  on('http.client.request.error', ({ request, error }) => {
    const observation = byRequest.get(request)
    if (observation && isUnsent(networkCode(error))) observation.unsentCount += 1
  })
  on('http.client.response.finish', ({ request, response }) => {
    const observation = byRequest.get(request)
    if (observation) observation.status = response?.statusCode
  })
}

function on(channel: string, note: (news: RequestNews) => void): void {
  subscribe(channel, (message) => note(message as RequestNews))
}
