import type { CodeModeTransport, WorkspaceSandbox } from '@caisson/core'

/** What gives a place to run code mode in. */
export interface CodeModeTarget {
  /** For reports, for example `local (bwrap)`. */
  readonly name: string
  /** Makes the sandbox of all cases. It has a `node` of version 18 or newer and a POSIX shell. */
  createSandbox(): WorkspaceSandbox | Promise<WorkspaceSandbox>
  /** Makes the transport under test. Default: core's `StdioCodeModeTransport`. */
  createTransport?(): CodeModeTransport
  /** Called once, after all cases. Default: `destroy()` of the sandbox. */
  cleanup?(sandbox: WorkspaceSandbox): void | Promise<void>
  /** Where the target has another outcome for a case, each with the reason. One that passes all the same is a failure. */
  readonly knownFailing?: Readonly<Record<string, string>> | undefined
  /** Why the cases cannot run on this machine: they are skipped by name. */
  readonly unavailable?: string | undefined
  /** What a call costs at most before it counts as slow, in milliseconds. Default 2000. */
  readonly slowCallMs?: number | undefined
  /** Limit of one case in milliseconds. Default 30 000. */
  readonly caseLimitMs?: number | undefined
}
