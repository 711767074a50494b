import { type Deferred, defer } from '../../../machine/processes/deferred.js'

/** A promise that is settled from outside. A rejection that nobody waits for is no failure. */
export function createDeferred<Value>(): Deferred<Value> {
  const deferred = defer<Value>()
  deferred.promise.catch(() => undefined)
  return deferred
}
