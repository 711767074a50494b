import type { OutputStream, ProcessExit } from './process-output.js'

/** What a backend tells; `onEnd` is the last. */
export interface BackendListener {
  readonly onData: (stream: OutputStream, bytes: Uint8Array<ArrayBuffer>) => void
  readonly onEnd: (exit: ProcessExit) => void
}

/** One process of the system, on pipes or on a terminal. */
export interface ProcessBackend {
  readonly pid: number
  readonly kind: 'pipes' | 'terminal'
  /** Sends input; settles when it is taken. */
  write(data: Uint8Array): Promise<void>
  closeInput(): void
  resize(cols: number, rows: number): void
  /** To this process only; its children get none. */
  signal(signal: 'SIGKILL' | 'SIGTERM'): void
  /** From now on the process's exit is the end, even where others hold its output open. */
  endOnExit(): void
  /** Stops or goes on reading output, so that a slow reader slows the process and not the daemon's memory. */
  hold(isHeld: boolean): void
  /** Ends the process and all that it started, without waiting. */
  destroy(): void
}

/** What to start. */
export interface ProcessSpec {
  /** Absolute. */
  readonly directory: string
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Calls `action` with pieces of at most `largestBytes`. */
export function inPieces(bytes: Buffer, largestBytes: number, action: (piece: Uint8Array<ArrayBuffer>) => void): void {
  for (let start = 0; start < bytes.length; start += largestBytes) {
    action(Uint8Array.from(bytes.subarray(start, start + largestBytes)))
  }
}
