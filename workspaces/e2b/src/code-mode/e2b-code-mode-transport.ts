import { RemoteCodeModeTransport, type RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'

/** Options of `E2BCodeModeTransport`, all of them optional. */
export type E2BCodeModeTransportOptions = RemoteCodeModeTransportOptions

/**
 * Runs code mode in E2B sandboxes, and in any other sandbox that has processes with input: see `RemoteCodeModeTransport`.
 * A run costs one request for the process, one for the program, and at most one for each reply to a tool call. The
 * sandbox needs a `node` of version 18 or newer, as E2B's own templates have.
 */
export class E2BCodeModeTransport extends RemoteCodeModeTransport {}
