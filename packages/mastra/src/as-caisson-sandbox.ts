import type { WorkspaceSandbox } from '@caisson/core'
import type { WorkspaceSandbox as MastraWorkspaceSandbox } from '@mastra/core/workspace'

/** Members whose counterparts in Mastra can do less, or are made differently. */
type OtherInMastra = 'processes' | 'mounts' | 'computer' | 'filesystem' | 'setOnStart' | 'mount' | 'unmount' | 'clone'

/** What of a sandbox of Mastra may be used through Caisson's type. */
export type MastraBackedSandbox = Omit<WorkspaceSandbox, OtherInMastra>

/**
 * The other way round: a sandbox of Mastra in Caisson's type, for `Workspace` and `createCodeMode` of `@caisson/core`. The
 * same object; code mode finds its processes all the same.
 *
 * It keeps the promises of its own library, not ours: a time-out does not cover its start, output is kept without limit, and
 * errors carry Mastra's classes. The type leaves out what Mastra's sandboxes do differently.
 */
export function asCaissonSandbox(sandbox: MastraWorkspaceSandbox): MastraBackedSandbox
export function asCaissonSandbox(sandbox: unknown): unknown {
  return sandbox
}
