import { RemoteCodeModeTransport, type RemoteCodeModeTransportOptions } from '@caisson/kit/code-mode'

/** Options of `PlatformCodeModeTransport`, all of them optional. */
export type PlatformCodeModeTransportOptions = RemoteCodeModeTransportOptions

/**
 * Runs code mode in sandboxes at the platform, and in any other sandbox that has processes with input: see
 * `RemoteCodeModeTransport`. Replies to tool calls go over one socket where the server takes input, and through files in the
 * machine where it does not. The sandbox needs a `node` of version 18 or newer, as the platform's recipe has.
 */
export class PlatformCodeModeTransport extends RemoteCodeModeTransport {}
