/** Where sandboxes are made. */
interface DaytonaConnection {
  readonly apiKey: string
  readonly apiUrl: string
  readonly target: string
}

/** How a command ended. */
interface Ended {
  readonly exitCode: number
  readonly stdout: string
}

/** A sandbox of a library, by its public interface. */
export interface DaytonaSubject {
  start(): Promise<unknown>
  destroy(): Promise<unknown>
  execute(
    command: string,
    options?: { readonly timeout?: number; readonly onStdout?: (text: string) => void },
  ): Promise<Ended>
  /** Starts a process, sends it a text, and waits for its end. */
  answer(command: string, input: string): Promise<Ended>
}

/** A library for sandboxes at Daytona. */
export interface DaytonaLibrary {
  /** `ours`, or the name of the package. */
  readonly name: string
  readonly version: string
  /** Makes a sandbox with an id of the caller; starts nothing. */
  readonly make: (connection: DaytonaConnection, id: string) => DaytonaSubject
}
