import type {
  DriverRunOptions,
  DriverRunResult,
  DriverSpawnOptions,
  OutputSink,
  RemoteProcess,
  SandboxDriver,
  ShellCommand,
} from '@caisson/core/driver'

/** A process as a vendor's API gives it; its output may be lossy text. */
export interface RawProcess extends RemoteProcess {
  /**
   * Stops reading and drops what the host holds of the process, which goes on. Afterwards the sink gets nothing more and
   * `wait()` may reject or never settle; `writeStdin` and `closeStdin` still work.
   */
  detach(): void
}

/**
 * A driver whose processes need the relay. It is a `SandboxDriver` but for three members: `spawn` and `attach` give raw
 * processes, whose `kill` need only reach the vendor's own process, and `run` is required. Its `supports` already declares
 * what the relay adds.
 */
export interface RelayableDriver<Handle> extends Omit<SandboxDriver<Handle>, 'spawn' | 'attach' | 'run'> {
  /**
   * Starts shell text, which the relay made. Output arrives as UTF-8 bytes of what the vendor decoded. Must work for text
   * up to 120 KiB.
   */
  spawn(handle: Handle, command: string, options: DriverSpawnOptions, output: OutputSink): Promise<RawProcess>
  /** Joins a process that the relay did not start. */
  attach?(handle: Handle, pid: string, output: OutputSink): Promise<RawProcess | undefined>
  /** Runs a script of ours, one request. Output is text that may be lossy. */
  run(handle: Handle, command: ShellCommand, options: DriverRunOptions): Promise<DriverRunResult>
}

/** What the vendor's process API lacks. */
export interface RelayNeeds {
  /** The vendor decodes output as text: U+FFFD in it means that bytes were lost. */
  readonly decodesOutput: boolean
  /**
   * After so many bytes of output the vendor's handle, which keeps them all, is dropped and reading goes on from the
   * offset.
   */
  readonly maxStreamBytes: number
}
