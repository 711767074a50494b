/**
 * Values that belong to one request of the host application (a user id, a tenant …), handed through to resolvers and
 * instruction functions. A `Map` satisfies it; the same object identity means the same request.
 */
export interface RequestContext {
  get(key: string): unknown
  set(key: string, value: unknown): unknown
  has(key: string): boolean
}

/** Argument of everything that may depend on the request. */
export interface RequestScope {
  requestContext?: RequestContext | undefined
}
