export { EmulatorError, type EmulatorErrorCode } from './emulator-error.js'
export type { Fault, FaultEffect, FaultOptions, FaultScope, RoutePattern } from './fault.js'
export type { Journal } from './journal.js'
export type { JournalEntry, JournalFilter, RequestKind, RequestOutcome } from './journal-entry.js'
