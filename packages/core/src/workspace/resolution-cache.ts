import type { RequestContext } from '../contract/request-context.js'

/** What a resolved value is remembered under: the key when there is one, else the identity of the context. */
export interface ResolutionScope {
  readonly requestContext: RequestContext
  readonly key: string | undefined
}

/**
 * Remembers what resolvers returned. Calls that come while one is in flight share it; a failure is forgotten at once.
 * Contexts are held weakly; of the keys, the least recently used is dropped when there are more than the limit.
 */
export class ResolutionCache<Value> {
  readonly #limit: number
  readonly #byKey = new Map<string, Promise<Value>>()
  #byContext = new WeakMap<RequestContext, Promise<Value>>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get({ key, requestContext }: ResolutionScope, resolve: () => Promise<Value>): Promise<Value> {
    return key === undefined ? this.#getByContext(requestContext, resolve) : this.#getByKey(key, resolve)
  }

  /** Forgets one key, or everything. */
  clear(key?: string): void {
    if (key !== undefined) {
      this.#byKey.delete(key)
      return
    }
    this.#byKey.clear()
    this.#byContext = new WeakMap()
  }

  #getByContext(context: RequestContext, resolve: () => Promise<Value>): Promise<Value> {
    const contexts = this.#byContext
    const known = contexts.get(context)
    if (known !== undefined) return known
    const promise = resolve()
    contexts.set(context, promise)
    promise.catch(() => contexts.get(context) === promise && contexts.delete(context))
    return promise
  }

  #getByKey(key: string, resolve: () => Promise<Value>): Promise<Value> {
    const promise = this.#byKey.get(key) ?? resolve()
    // Setting it again moves it to the end, which is the most recently used place.
    const isNew = !this.#byKey.delete(key)
    this.#byKey.set(key, promise)
    if (!isNew) return promise
    promise.catch(() => this.#byKey.get(key) === promise && this.#byKey.delete(key))
    for (const oldest of this.#byKey.keys()) {
      if (this.#byKey.size <= this.#limit) break
      this.#byKey.delete(oldest)
    }
    return promise
  }
}
