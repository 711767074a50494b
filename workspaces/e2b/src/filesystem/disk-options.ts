import type { DriverRunOptions, DriverRunResult, ShellCommand } from '@caisson/core/driver'
import type { Sandbox } from 'e2b'

/** Options of one of our own scripts. */
export interface E2BRunOptions extends DriverRunOptions {
  /** User of the machine the script runs as. Default: the one commands run as. */
  readonly user?: string | undefined
}

/** Runs one of our own scripts in the machine and collects its output; an exit code other than 0 is a result. */
export type E2BRun = (command: ShellCommand, options?: E2BRunOptions) => Promise<DriverRunResult>

/** What the files of an attached machine are reached through. */
export interface E2BFileAccess {
  /** The file API of the attached machine. */
  readonly files: Sandbox['files']
  readonly run: E2BRun
  /** Where relative paths start. Default: the home directory of the user. */
  readonly workingDirectory?: string | undefined
  /** User of the machine who owns what is written. Default: that of the template. */
  readonly user?: string | undefined
}
