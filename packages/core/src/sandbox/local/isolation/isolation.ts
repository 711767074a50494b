import type { ProcessExit } from '../../../driver/sandbox-driver.js'
import type { LocalMachine } from '../local-machine.js'
import type { IsolationBackend } from './isolation-backend.js'

/** A program to start in place of a command. */
export interface Invocation {
  readonly program: string
  readonly args: readonly string[]
  /** The program stays around while the command runs below it, in a process namespace. */
  readonly isMonitor: boolean
  /** Where the command expects its input when it is given any, because the program keeps descriptor 0 open as well. Default 0. */
  readonly stdinDescriptor?: 5 | undefined
  /** Tells from the text written to descriptor 4 how the command ended, where the exit of the program may mean something else. */
  readonly readExit?: ((exit: ProcessExit, report: string) => ProcessExit) | undefined
}

/** Where and how a command runs. */
export interface InvocationPlace {
  readonly cwd: string
  readonly hasInput: boolean
}

/** One way of keeping commands apart from the host. */
export interface Isolation {
  readonly backend: IsolationBackend
  /** Whether commands are kept from writing to what is mounted read-only. */
  readonly enforcesReadOnly: boolean
  /** Directories commands may be started in besides the working directory; `undefined` when any will do. */
  allowedDirectories(machine: LocalMachine): readonly string[] | undefined
  /** Gets ready for a machine, whose directory exists. Throws `IsolationUnavailableError` with the reason when it cannot work here. */
  prepare(machine: LocalMachine): Promise<void>
  /** Removes what `prepare` left on the disk. */
  release(): Promise<void>
  /** Changes what commands inherit from the host. */
  adjustEnvironment(environment: Record<string, string>, machine: LocalMachine): void
  invoke(machine: LocalMachine, command: string, place: InvocationPlace): Invocation
}
