/** How everything that needs the machine gets at it: started when needed, errors translated, a lost machine replaced once. */
export interface HandleAccess<Handle> {
  /**
   * Runs `call` with the live machine. When the machine turns out to be gone, one restart is shared by all callers, and
   * the call is made once more only where it provably had not started.
   */
  use<T>(operation: string, call: (handle: Handle) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Turns an error that came up later, on something got from `handle`, into ours. Asks the control plane when in doubt. */
  translate(operation: string, handle: Handle, error: unknown): Promise<Error>
}
