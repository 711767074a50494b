import type { DriverRunOptions, DriverRunResult, ShellCommand } from '@caisson/core/driver'
import type { FileSystem } from '@daytonaio/sdk'

/** What the files of an attached machine are reached through. One for each attachment: what is learnt is asked once. */
export interface DaytonaFileAccess {
  /** The file API of the attached machine. */
  readonly fs: () => Promise<FileSystem>
  /**
   * Runs one of our own scripts in the machine as its user and collects its output byte for byte; an exit code other than
   * 0 is a result. Its input is whole: bytes, of up to some hundred KiB.
   */
  readonly run: (command: ShellCommand, options?: DriverRunOptions) => Promise<DriverRunResult>
  /** Where relative paths start. Default: the directory that commands start in. */
  readonly workingDirectory?: string | undefined
}
