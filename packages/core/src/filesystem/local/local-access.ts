import type { FileEntry } from '../../contract/filesystem.js'
import { WorkspaceReadOnlyError } from '../../errors/workspace-errors.js'
import { BaseFilesystem } from '../base/base-filesystem.js'
import { checkOperationOptions, type OperationOptions } from '../check-operation-options.js'
import { mapFileError } from '../map-file-error.js'
import { checkFilePath } from '../paths/check-file-path.js'
import { checkPath } from '../paths/check-path.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { checkLocalOptions } from './check-local-options.js'
import { findDescriptorPaths } from './descriptor-paths.js'
import { listDirectory, type ListOptions } from './list-directory.js'
import type { LocalFilesystemOptions } from './local-filesystem-options.js'
import { LocalGuard } from './local-guard.js'
import { LocalRoots } from './local-roots.js'
import type { LocalTarget } from './local-target.js'
import { prepareBase } from './prepare-base.js'

/** What every operation of a local filesystem starts and ends with. */
export abstract class LocalAccess extends BaseFilesystem {
  readonly readOnly: boolean | undefined
  protected readonly roots: LocalRoots
  protected readonly guard: LocalGuard

  constructor(options: LocalFilesystemOptions) {
    checkLocalOptions(options)
    super(options)
    this.readOnly = options.readOnly
    this.roots = new LocalRoots(options.basePath, options.contained ?? true, options.allowedPaths ?? [])
    this.guard = new LocalGuard(this.roots, findDescriptorPaths())
  }

  /** Makes `basePath` when it is missing, unless read-only. */
  protected override async performInit(): Promise<void> {
    await prepareBase(this.roots, this.readOnly !== true)
  }

  protected checkWritable(operation: string): void {
    if (this.readOnly === true) throw new WorkspaceReadOnlyError(operation)
  }

  protected async list(
    operation: string,
    path: string,
    options: OperationOptions,
    list: ListOptions,
  ): Promise<FileEntry[]> {
    return this.at(operation, path, options, 'directory', async (target) => {
      const directory = await this.guard.openDirectory(target)
      try {
        return await listDirectory(this.guard, directory, target, list)
      } finally {
        directory.close()
      }
    })
  }

  /** An operation on one file. */
  protected async atFile<T>(
    operation: string,
    path: string,
    options: OperationOptions,
    step: (target: LocalTarget) => Promise<T>,
  ): Promise<T> {
    checkFilePath(path)
    return this.at(operation, path, options, 'file', step)
  }

  /** An operation from one file to another. */
  protected async atFiles(
    operation: string,
    [source, destination]: readonly [string, string],
    options: OperationOptions,
    step: (source: LocalTarget, destination: LocalTarget) => Promise<void>,
  ): Promise<void> {
    checkFilePath(source, 'source')
    checkFilePath(destination, 'destination')
    await this.at(operation, source, options, 'file', async (from) => {
      const to = { ...from, path: destination, location: this.roots.locate(destination, operation) }
      await step(from, to)
    })
  }

  /** Checks before anything happens; afterwards errors of the operating system are made ours. */
  protected async at<T>(
    operation: string,
    path: string,
    options: OperationOptions,
    kind: LocalTarget['kind'],
    step: (target: LocalTarget) => Promise<T>,
  ): Promise<T> {
    checkPath(path)
    checkOperationOptions(options)
    const signal = options.abortSignal
    throwIfAborted(signal, path, operation)
    if (this.status !== 'ready') await this.ensureReady()
    const target = { path, operation, kind, signal, location: this.roots.locate(path, operation) }
    try {
      return await step(target)
    } catch (error) {
      throw mapFileError(error, target)
    }
  }
}
