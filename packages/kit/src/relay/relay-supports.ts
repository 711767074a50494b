import type { SandboxSupports } from '@caisson/core/driver'

/** What processes can do where the relay makes them, whatever the vendor's own can. */
export const relaySupports: Pick<
  SandboxSupports,
  | 'stdin'
  | 'closeStdin'
  | 'streaming'
  | 'exactBytes'
  | 'backpressure'
  | 'channel'
  | 'killsEscapedSessions'
  | 'attach'
  | 'listsForeignProcesses'
> = {
  stdin: true,
  closeStdin: true,
  streaming: true,
  exactBytes: true,
  backpressure: true,
  channel: false,
  killsEscapedSessions: true,
  attach: true,
  listsForeignProcesses: true,
}
