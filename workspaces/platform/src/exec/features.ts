import type { ExecLease } from './exec-lease.js'

/** What sockets to a machine can do. */
export interface Features {
  readonly takesInput: boolean
}

/** Reads a lease's list. The injected runner of another vendor takes no input, whatever is listed. */
export function featuresOf(lease: ExecLease | undefined): Features {
  return { takesInput: lease?.provider === 'railway' && lease.features.includes('stdin') }
}
