/**
 * An API of an SDK, each call of which goes through `guard`: it gets the name of the method and makes the call itself, on
 * this API or on another one that took its place.
 */
export function guardCalls<Api extends object>(
  api: Api,
  guard: (name: PropertyKey, call: (target: Api) => Promise<unknown>) => Promise<unknown>,
): Api {
  return new Proxy(api, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) =>
        guard(name, async (actual) => Reflect.apply(member, actual, args) as Promise<unknown>)
    },
  })
}
