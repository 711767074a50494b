import type { DriverRunResult, ShellCommand } from '@caisson/core/driver'

/** Options of a script about files. */
export interface MachineRunOptions {
  readonly signal?: AbortSignal | undefined
  /** Its whole input, of at most `inputBytes`. Not given where nothing is read. */
  readonly stdin?: Uint8Array | undefined
}

/** What a path leads to, links followed. */
export interface MachineEntry {
  readonly isDirectory: boolean
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** Permission bits; others are ignored. */
  readonly mode: number
}

/** A file that is to be written. */
export interface MachineUpload {
  /** Absolute path in the machine. */
  readonly location: string
  readonly content: Uint8Array
}

/**
 * What an error of the vendor's file API means: nothing is there, no room is left, or something is wrong with the path,
 * which is then looked at. `undefined` for errors of the machine and of the way to it, which pass as they are.
 */
export type MachineFault = 'missing' | 'full' | 'vague' | undefined

/**
 * The files of an attached machine, as its vendor lets them be reached. Only `run` must be there: everything else is what
 * the vendor's file API does better, and is done by scripts where it is left out. Locations are absolute.
 */
export interface MachineFiles {
  /** The same object for as long as the machine is attached: what is learnt through it is asked once. */
  readonly attachment: object
  /** Where relative paths start; a relative one is below the directory that commands start in, which is the default. */
  readonly workingDirectory?: string | undefined
  /**
   * Runs a script with the rights that files are to be reached with, and collects its output, which is ASCII where it is
   * not a name. One request. An exit code other than 0 is a result; output that was cut is an error.
   */
  readonly run: (command: ShellCommand, options: MachineRunOptions) => Promise<DriverRunResult>
  /** Most bytes that a script may be given as input without a further request. Content of so many bytes goes with its script. */
  readonly inputBytes: number
  /** Most bytes of a file that one script is asked for. They come as base64, a third longer. Default 4 MiB. */
  readonly outputBytes?: number | undefined
  /** The directory that commands start in. Default: what a script says. */
  readonly home?: (() => Promise<string>) | undefined
  /** A directory that nobody else may enter, for uploads. Default: one below `/tmp`, which a script makes. */
  readonly staging?: string | undefined
  /** Opens a file as a stream that fails when it is cut. `undefined` for a name that the vendor cannot take. */
  readonly download?:
    | ((location: string, signal: AbortSignal | undefined) => Promise<AsyncIterable<Uint8Array>> | undefined)
    | undefined
  /** Makes a file, and its missing parents, with one request. The path has letters, digits and `/ . -` only. */
  readonly upload?:
    | ((
        location: string,
        content: Uint8Array | AsyncIterable<Uint8Array>,
        signal: AbortSignal | undefined,
      ) => Promise<void>)
    | undefined
  /** Makes or overwrites many files in place with one request. `undefined` when one of the names is beyond the vendor. */
  readonly uploadInPlace?:
    | ((files: readonly MachineUpload[], signal: AbortSignal | undefined) => Promise<void> | undefined)
    | undefined
  /** Looks at what a path leads to. `undefined` when it is a link that leads to nothing. */
  readonly stat?: ((location: string, signal: AbortSignal | undefined) => Promise<MachineEntry | undefined>) | undefined
  /** Makes a directory with its missing parents; `false` when it was there. Only beside `stat`. */
  readonly makeDirectory?: ((location: string, signal: AbortSignal | undefined) => Promise<boolean>) | undefined
  /** Removes a directory with all that is in it. */
  readonly remove?: ((location: string) => Promise<void>) | undefined
  /** Says what an error of the calls above means, by class or status. */
  readonly classify: (error: unknown) => MachineFault | Promise<MachineFault>
}
