/** The states of the vendor that sandboxes here can be in. */
export type SandboxState =
  | 'archived'
  | 'archiving'
  | 'build_failed'
  | 'building_snapshot'
  | 'creating'
  | 'destroyed'
  | 'destroying'
  | 'error'
  | 'pending_build'
  | 'resizing'
  | 'restoring'
  | 'snapshotting'
  | 'started'
  | 'starting'
  | 'stopped'
  | 'stopping'

/** Where a sandbox is to get. */
export type DesiredState = 'archived' | 'destroyed' | 'resized' | 'started' | 'stopped'

const lasting: ReadonlySet<SandboxState> = new Set([
  'archived',
  'build_failed',
  'destroyed',
  'error',
  'started',
  'stopped',
])

/** Something is under way that ends by itself. */
export function isTransitional(state: SandboxState): boolean {
  return !lasting.has(state)
}
