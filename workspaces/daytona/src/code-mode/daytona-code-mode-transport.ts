import { RemoteCodeModeTransport, type RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'

/** Options of `DaytonaCodeModeTransport`, all of them optional. */
export type DaytonaCodeModeTransportOptions = RemoteCodeModeTransportOptions

/**
 * Runs code mode in Daytona sandboxes, and in any other sandbox that has processes with input: see
 * `RemoteCodeModeTransport`. A run costs what a process costs, one request for the program, and at most one for each reply
 * to a tool call. The sandbox needs a `node` of version 18 or newer, as the vendor's own snapshots have.
 */
export class DaytonaCodeModeTransport extends RemoteCodeModeTransport {}
