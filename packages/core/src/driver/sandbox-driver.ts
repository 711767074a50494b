import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { ProcessChannel } from '../contract/process.js'
import type { SandboxFileInput, SandboxInfo } from '../contract/sandbox.js'
import type { SandboxErrorCode, RetryFact } from '../errors/codes.js'
import type { Mounter, MountProfile } from './mounter.js'
import type { DriverRunOptions, DriverRunResult } from './run-options.js'
import type { ShellCommand } from './shell-command.js'
import type { SandboxSupports } from './supports.js'

/** Identity of a machine at its provider. */
export interface SandboxRef {
  /** The provider's own id. */
  readonly sandboxId: string
  readonly state: MachineState
  readonly createdAt?: Date | undefined
}

/** State of a machine as the control plane tells it. */
export type MachineState = 'running' | 'paused' | 'stopped'

/** Which machine is wanted. Options of the provider are in the driver itself. */
export interface AcquireRequest {
  /** Logical id: find and create must agree on how a machine carries it. */
  readonly id: string
  /** The provider's own id, when the caller gave one. */
  readonly sandboxId?: string | undefined
  /** Environment to create the machine with. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Aborted when nobody waits any more. `create` may obey it before its request is sent and while it waits for a rate
   * limit, but never cuts a create request that is on the wire: core keeps the late result.
   */
  readonly signal: AbortSignal
}

/** Where a process's output goes. It exists before the vendor is called. */
export interface OutputSink {
  /** A returned promise asks the driver to read on only when it has resolved, where it can (`supports.backpressure`). */
  stdout(chunk: Uint8Array): void | Promise<void>
  stderr(chunk: Uint8Array): void | Promise<void>
}

/** Options of `spawn`, all resolved. */
export interface DriverSpawnOptions {
  readonly cwd?: string | undefined
  /** Sandbox environment, overlay and per-command environment, merged. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin: 'pipe' | 'ignore'
  readonly channel: boolean
  /** What is left of the caller's time-out, for providers with a clock of their own. Core keeps its own clock as well. */
  readonly timeoutMs?: number | undefined
  /** Aborted when the caller no longer waits for the spawn. A process that appears later is killed by core. */
  readonly signal?: AbortSignal | undefined
  /** `false` when nobody looks at the output before the process has ended, so that it may arrive all at once. Default true. */
  readonly live?: boolean | undefined
  /**
   * `true` when the caller waits for the end of the process and nobody looks for it by its `pid`: it may be one that cannot be
   * found again.
   */
  readonly foreground?: boolean | undefined
}

/** How a process ended: one of the two is set. */
export interface ProcessExit {
  readonly exitCode?: number | undefined
  /** Name such as `SIGKILL`. */
  readonly signal?: string | undefined
}

/** A process at the provider. */
export interface RemoteProcess {
  readonly pid: string
  readonly command?: string | undefined
  /**
   * For a process that was given out before the provider has answered: resolves when it is known to run or to have run,
   * rejects when it could not be started. `kill` may be called before. Absent when that is known already.
   */
  readonly started?: Promise<void> | undefined
  /**
   * Settles once, after the last output went to the sink. Rejects when the end of the process is not known, for example
   * because the stream was cut; it never makes up an exit code.
   */
  wait(): Promise<ProcessExit>
  /** Signals the whole process tree. `false` when nothing was there any more. Core waits and escalates. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean>
  /** Resolves when the bytes were taken over. Present iff `supports.stdin`. */
  writeStdin?(data: Uint8Array): Promise<void>
  /** Present iff `supports.closeStdin`. */
  closeStdin?(): Promise<void>
  /** Present iff a channel was asked for. */
  readonly channel?: ProcessChannel | undefined
}

/** A process as the provider lists it. */
export interface ListedProcess {
  readonly pid: string
  readonly command?: string | undefined
  readonly running: boolean
  readonly exitCode?: number | undefined
}

/** What a raw error of the vendor means. */
export interface ErrorFacts {
  readonly code: SandboxErrorCode
  /** Default: the fact that the code implies. `safe` only when the operation provably did not start. */
  readonly retry?: RetryFact | undefined
  readonly retryAfterMs?: number | undefined
  /** The machine may be gone or paused: core asks `inspect` before it believes the error. Implied by GONE. */
  readonly suspect?: boolean | undefined
  /** Replaces the vendor's message, when that would not say what to do. */
  readonly message?: string | undefined
  /**
   * The error is of a class that the provider promises to its users: they get it as it is, unless the machine turns out to be
   * gone.
   */
  readonly isPublic?: boolean | undefined
}

/**
 * The seam between core and a provider. A driver knows one vendor and nothing else; everything that users notice on
 * every provider lives in core.
 *
 * Guaranteed to the driver: options are resolved and validated, one acquisition runs at a time, `handle` is live as far
 * as known, `env` is merged, `spawn` is called once per process. Demanded of it: errors are thrown as the vendor threw
 * them and named by `classifyError`; output goes to the sink in order; nothing is retried in silence.
 */
export interface SandboxDriver<Handle> {
  /** For example `local`. */
  readonly provider: string
  readonly supports: SandboxSupports

  /** Looks the machine up, first by `sandboxId`, then by `id`. Never resumes, never creates; `undefined` only for "not there". */
  find(request: AcquireRequest): Promise<SandboxRef | undefined>
  /** Attaches to a machine, resuming it when it is paused or stopped. */
  connect(ref: SandboxRef, request: AcquireRequest): Promise<Handle>
  create(request: AcquireRequest): Promise<Handle>
  describe(handle: Handle): SandboxRef
  /** What the control plane says about a machine now; `gone` only when it says that there is no such machine. */
  inspect(ref: SandboxRef, signal?: AbortSignal): Promise<MachineState | 'gone'>
  /** Pauses or stops. Works by reference; `handle` is given when attached. Ends the processes unless they survive a stop. */
  stop(ref: SandboxRef, handle: Handle | undefined, signal: AbortSignal): Promise<void>
  /** Removes the machine. A machine that is already gone is a success. */
  destroy(ref: SandboxRef, handle: Handle | undefined, signal: AbortSignal): Promise<void>
  /** Drops what this host holds of a machine, such as sockets, without touching the machine. */
  detach?(handle: Handle): void

  /** Starts shell text. The sink exists before anything is sent. Never throws for a command that merely fails. */
  spawn(handle: Handle, command: string, options: DriverSpawnOptions, output: OutputSink): Promise<RemoteProcess>
  /** Runs a script of ours, where the vendor has a cheaper way than `spawn`. */
  run?(handle: Handle, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult>
  /** Present iff `supports.attach`. */
  attach?(handle: Handle, pid: string, output: OutputSink): Promise<RemoteProcess | undefined>
  /** Present iff `supports.listsForeignProcesses`. */
  listProcesses?(handle: Handle): Promise<readonly ListedProcess[]>

  /** The machine's disk, as a cheap object. Present iff `supports.filesystem`. */
  filesystem?(handle: Handle): WorkspaceFilesystem
  /** One upload. Default: one write after the other through `filesystem`. */
  writeFiles?(handle: Handle, files: readonly SandboxFileInput[], signal: AbortSignal | undefined): Promise<void>
  /** Present iff `supports.ports`. `undefined` when the port is not exposed. */
  portUrl?(target: { ref: SandboxRef; handle: Handle | undefined }, port: number): Promise<string | undefined>
  /** Present iff `supports.checkpoints`. */
  snapshot?(handle: Handle | undefined): Promise<void>
  /** Mounts the types of `supports.nativeMounts`. */
  readonly mounter?: Mounter<Handle> | undefined
  /** What mounting by FUSE has to know. Present iff `supports.fuse`. */
  readonly mountProfile?: MountProfile | undefined
  /** Puts a filesystem's mounter between the machine's paths and the host's, where they differ. The same answer for the same mounter. */
  adoptMounter?(mounter: Mounter): Mounter<Handle>
  /** Observations and non-secret configuration for `getInfo()`. Starts nothing. Throws GONE where the machine turns out to be gone. */
  info?(
    target: { ref: SandboxRef; handle: Handle | undefined } | undefined,
  ): Promise<Partial<SandboxInfo>> | Partial<SandboxInfo>

  /** Names an error that this driver threw, by class or status, never by text. */
  classifyError(error: unknown): ErrorFacts
}
