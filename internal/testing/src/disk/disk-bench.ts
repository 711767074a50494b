import type { SandboxFileInput, WorkspaceFilesystem } from '@caisson/core'
import type { E2BEmulator } from '@caisson/emulators'

/** A disk of a machine, with all that it may leave out in general. */
export type TestedDisk = WorkspaceFilesystem &
  Required<Pick<WorkspaceFilesystem, 'readStream' | 'writeStream' | 'realpath' | 'setPermissions' | 'walk'>>

/** A machine of an emulator, as the tests of its disk need it. */
export interface DiskBench {
  /** Every emulator orders failures and counts requests in the same way. */
  readonly emulator: { readonly journal: E2BEmulator['journal']; readonly faults: Pick<E2BEmulator['faults'], 'next'> }
  /** The directory that commands start in. */
  readonly home: string
  /** Who owns what is written. */
  readonly owner: string
  /** Routes of uploads and of scripts. */
  readonly routes: { readonly upload: string; readonly script: string }
  /** A disk with this working directory. */
  open(workingDirectory?: string): TestedDisk
  /** What a sandbox does for `writeFiles`. */
  writeFiles(files: readonly SandboxFileInput[], workingDirectory?: string, signal?: AbortSignal): Promise<void>
  /** Runs a command and returns what it printed. */
  sh(command: string): Promise<string>
  /** Routes of the requests since a number of the journal, polls aside. */
  routesSince(last: number): string[]
}

/** The code of an error that a call ends with; `done` when it ends well. */
export async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}
