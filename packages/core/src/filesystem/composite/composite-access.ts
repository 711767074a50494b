import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import {
  FileNotFoundError,
  DirectoryNotFoundError,
  FilesystemNotReadyError,
  IsDirectoryError,
  PermissionError,
} from '../../errors/filesystem-errors.js'
import { checkOperationOptions, type OperationOptions } from '../check-operation-options.js'
import { checkPath } from '../paths/check-path.js'
import { normalizePath } from '../paths/normalize-path.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import type { MountTable, Route } from './mount-table.js'
import { rebaseError } from './rebase-error.js'

/** One path of one operation on a composed filesystem. */
export interface CompositePath {
  /** As the caller gave it. */
  readonly given: string
  /** Normalised. */
  readonly path: string
  readonly operation: string
  readonly kind: 'file' | 'directory'
  /** The mount that serves it, if any. */
  readonly route: Route | undefined
  /** A mount lies below it, so it is a directory whatever the mount that serves it says. */
  readonly hasMountsBelow: boolean
}

/** Finds the mount for a path and checks what the composition itself decides. */
export class CompositeAccess {
  constructor(
    readonly table: MountTable,
    private readonly owner: Pick<WorkspaceFilesystem, 'id' | 'status'>,
  ) {}

  /** Checks a call and its path, before anything happens. */
  open(given: string, operation: string, kind: CompositePath['kind'], options: OperationOptions = {}): CompositePath {
    checkPath(given)
    checkOperationOptions(options)
    throwIfAborted(options.abortSignal, given, operation)
    if (this.owner.status === 'destroyed' || this.owner.status === 'destroying') {
      throw new FilesystemNotReadyError(this.owner.id)
    }
    const path = normalizePath(given)
    if (path === undefined) throw new PermissionError(given, `${operation} (outside the filesystem)`)
    const route = this.table.find(path)
    return { given, path, operation, kind, route, hasMountsBelow: this.table.below(path).length > 0 }
  }

  /** The mount for an operation on one file. */
  routeFile(at: CompositePath): Route {
    if (at.hasMountsBelow || at.route?.inner === '') throw new IsDirectoryError(at.given)
    if (!at.route) throw new FileNotFoundError(at.given)
    return at.route
  }

  /** The mount for a change of one file. */
  routeChange(at: CompositePath): Route {
    const route = this.routeFile(at)
    this.checkWritable(at, route)
    return route
  }

  checkWritable(at: CompositePath, route: Route): void {
    if (route.filesystem.readOnly === true) {
      throw new PermissionError(at.given, `${at.operation} (filesystem is read-only)`)
    }
  }

  /** Mount points, and what lies above them, are not the mounted filesystems' to remove. */
  routeRemoval(at: CompositePath): Route {
    if (at.route?.inner === '' || at.hasMountsBelow) {
      const reason = at.hasMountsBelow ? 'a mount point lies below it' : 'a mount point'
      throw new PermissionError(at.given, `${at.operation} (${reason})`)
    }
    if (!at.route)
      throw at.kind === 'directory' ? new DirectoryNotFoundError(at.given) : new FileNotFoundError(at.given)
    this.checkWritable(at, at.route)
    return at.route
  }

  /** Runs a step on a mount; its errors name the caller's path. */
  async run<T>(at: CompositePath, step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      throw rebaseError(error, { path: at.given, operation: at.operation, kind: at.kind })
    }
  }
}
