/**
 * How commands of a local sandbox are kept apart from the host. `none`: not at all, they may do what the host's user may.
 * `bwrap`: bubblewrap, on Linux. `seatbelt`: `sandbox-exec`, on macOS.
 */
export type IsolationBackend = 'none' | 'bwrap' | 'seatbelt'
