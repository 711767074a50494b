import type { ExecLease } from './exec-lease.js'

/** What sockets to a machine can do. */
export interface Features {
  readonly takesInput: boolean
}

/** Reads a lease's list. */
export function featuresOf(lease: ExecLease | undefined): Features {
  return { takesInput: lease?.features.includes('stdin') === true }
}
