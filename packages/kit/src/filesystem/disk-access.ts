import { BaseFilesystem, checkFilePath, checkOperationOptions, checkPath, throwIfAborted } from '@caisson/core/driver'
import { PermissionError } from '@caisson/core/workspace'
import type { OperationOptions, ShellCommand } from '@caisson/core/driver'
import type { DiskTarget } from './disk-error.js'
import { DiskPaths } from './disk-paths.js'
import { runDiskScript } from './disk-script.js'
import type { MachineFiles } from './machine-files.js'

/** What every operation on the disk of a machine starts and ends with. */
export abstract class DiskAccess extends BaseFilesystem {
  protected readonly files: MachineFiles
  protected readonly paths: DiskPaths

  constructor(files: MachineFiles) {
    super()
    this.files = files
    this.paths = new DiskPaths(files)
  }

  /** An operation on one file. */
  protected async atFile<T>(
    operation: string,
    path: string,
    options: OperationOptions,
    step: (target: DiskTarget) => Promise<T>,
  ): Promise<T> {
    checkFilePath(path)
    return this.at(operation, path, options, 'file', step)
  }

  /** An operation from one file to another. */
  protected async atFiles(
    operation: string,
    [source, destination]: readonly [string, string],
    options: OperationOptions,
    step: (source: DiskTarget, destination: DiskTarget) => Promise<void>,
  ): Promise<void> {
    checkFilePath(source, 'source')
    checkFilePath(destination, 'destination')
    await this.at(operation, source, options, 'file', async (from) => {
      const location = await this.paths.locate(destination, operation)
      await step(from, { ...from, path: destination, location })
    })
  }

  /** Checks before anything happens. */
  protected async at<T>(
    operation: string,
    path: string,
    options: OperationOptions,
    kind: DiskTarget['kind'],
    step: (target: DiskTarget) => Promise<T>,
  ): Promise<T> {
    checkPath(path)
    checkOperationOptions(options)
    const signal = options.abortSignal
    throwIfAborted(signal, path, operation)
    if (this.status !== 'ready') await this.ensureReady()
    const target = { path, location: path, operation, kind, signal }
    try {
      return await step({ ...target, location: await this.paths.locate(path, operation) })
    } catch (error) {
      throwIfAborted(signal, path, operation)
      throw error
    }
  }

  protected async script(command: ShellCommand, first: DiskTarget, second?: DiskTarget): Promise<Buffer> {
    return runDiskScript(this.files, command, { first, second })
  }

  /** @throws PermissionError for what all other paths start from */
  protected checkNotRoot({ location, path, operation }: DiskTarget): void {
    if (this.paths.isRoot(location)) throw new PermissionError(path, `${operation} (the root of the filesystem)`)
  }
}
