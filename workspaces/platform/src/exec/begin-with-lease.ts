import type { ExecLease } from './exec-lease.js'
import type { LeaseSource } from './lease-cache.js'

/** Gives a lease that was asked for already, and only then asks for others. */
export function beginWithLease(first: ExecLease, leases: LeaseSource): LeaseSource {
  let given: ExecLease | undefined = first
  return {
    get: async () => {
      const lease = given
      given = undefined
      return lease ?? leases.get()
    },
    drop: (lease) => leases.drop(lease),
    get isClosed() {
      return leases.isClosed
    },
  }
}
