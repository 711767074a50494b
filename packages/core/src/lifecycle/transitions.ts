import type { ProviderStatus } from '../contract/lifecycle.js'

/** Which status may follow which. The only writer of a sandbox's status holds itself to this table. */
export const sandboxTransitions: Readonly<Record<ProviderStatus, readonly ProviderStatus[]>> = {
  pending: ['starting', 'stopping', 'destroying', 'destroyed'],
  starting: ['running', 'error', 'destroying'],
  running: ['stopping', 'stopped', 'destroying', 'error'],
  // A stop that removes the machine ends in `destroyed`.
  stopping: ['stopped', 'destroyed', 'error', 'destroying'],
  // A machine that was stopped may have been started by another host, and can be stopped again.
  stopped: ['starting', 'stopping', 'destroying'],
  destroying: ['destroyed', 'error'],
  destroyed: ['starting'],
  error: ['starting', 'stopping', 'stopped', 'destroying'],
  // Only filesystems have these two.
  initializing: [],
  ready: [],
}
