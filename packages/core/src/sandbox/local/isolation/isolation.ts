import type { ProcessExit } from '../../../driver/sandbox-driver.js'
import type { LocalMachine } from '../local-machine.js'

/** How commands of a local sandbox are kept apart from the host. */
export type IsolationBackend = 'none' | 'bwrap' | 'seatbelt'

/** A program to start in place of a command. */
export interface Invocation {
  readonly program: string
  readonly args: readonly string[]
  /** The program stays around while the command runs below it, in a process namespace. */
  readonly isMonitor: boolean
  /** Reads from descriptor 4 how the command ended, where the exit of the program does not tell it for sure. */
  readonly readExit?: ((exit: ProcessExit, report: string) => ProcessExit) | undefined
}

/** One way of keeping commands apart. */
export interface Isolation {
  readonly backend: IsolationBackend
  /** Directories commands may be started in; `undefined` for all. */
  readonly allowedDirectories: (machine: LocalMachine) => readonly string[] | undefined
  /** Whether a missing directory has to be found before the start, because afterwards it looks like a failed command. */
  readonly hidesStartFailures: boolean
  /** Checks that it works here. Throws `IsolationUnavailableError` with the reason when it does not. */
  prepare(machine: LocalMachine): Promise<void>
  /** Removes what `prepare` left on the disk. */
  release(): Promise<void>
  /** Changes to what commands inherit from the host. */
  adjustEnvironment(environment: Record<string, string>, machine: LocalMachine): void
  invoke(machine: LocalMachine, command: string, cwd: string): Invocation
}
