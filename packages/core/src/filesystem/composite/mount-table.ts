import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { checkFilesystem } from '../check-filesystem.js'
import { checkPath } from '../paths/check-path.js'
import { normalizePath } from '../paths/normalize-path.js'
import { relativePath } from '../paths/relative-path.js'

/** Where a path leads. */
export interface Route {
  readonly mountPath: string
  readonly filesystem: WorkspaceFilesystem
  /** The path inside the mount, without a leading `/`; empty for the mount's root. */
  readonly inner: string
}

/** Which filesystem is mounted where. The mount with the longest path of whole segments wins. */
export class MountTable {
  /** By normalised path, shortest first. */
  readonly mounts: ReadonlyMap<string, WorkspaceFilesystem>
  readonly #longestFirst: readonly (readonly [string, WorkspaceFilesystem])[]

  /** @throws SandboxError `INVALID_ARGUMENT` when there is no mount, or two at one path, or something else than a filesystem. */
  constructor(given: Record<string, WorkspaceFilesystem>) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw invalidArgument({ name: 'mounts', expected: 'filesystems by mount path', given })
    }
    const mounts = new Map<string, WorkspaceFilesystem>()
    for (const [spelling, value] of Object.entries(given)) {
      const path = checkMountPath(spelling)
      if (mounts.has(path)) {
        throw invalidArgument({ name: 'mounts', expected: `one filesystem at ${path}, not several`, given: spelling })
      }
      mounts.set(path, checkFilesystem(value, `mounts["${spelling}"]`))
    }
    if (mounts.size === 0) throw invalidArgument({ name: 'mounts', expected: 'at least one mount', given })
    this.mounts = new Map([...mounts].toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
    this.#longestFirst = [...this.mounts].toReversed()
  }

  /** The mount that serves a normalised path. */
  find(path: string): Route | undefined {
    for (const [mountPath, filesystem] of this.#longestFirst) {
      const inner = relativePath(mountPath, path)
      if (inner !== undefined) return { mountPath, filesystem, inner }
    }
    return undefined
  }

  /** Paths of mounts strictly below a normalised path, shortest first. */
  below(path: string): string[] {
    return [...this.mounts.keys()].filter(
      (mountPath) => mountPath !== path && relativePath(path, mountPath) !== undefined,
    )
  }

  /** First segments of the mounts strictly below a normalised path. */
  childrenOf(path: string): Set<string> {
    const names = this.below(path).map((mountPath) => (relativePath(path, mountPath) ?? '').split('/')[0] ?? '')
    return new Set(names)
  }
}

function checkMountPath(spelling: string): string {
  checkPath(spelling, 'mount path')
  const path = normalizePath(spelling)
  if (path !== undefined && spelling !== '') return path
  throw invalidArgument({ name: 'mount path', expected: 'a path such as /data', given: spelling })
}
