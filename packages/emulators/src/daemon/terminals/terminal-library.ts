import type { spawn } from '@lydell/node-pty'

/** A terminal of the library without an encoding: its own types know text only. */
export interface ByteTerminal {
  readonly pid: number
  readonly onData: (listen: (data: string) => void) => unknown
  readonly onExit: (listen: (exit: { exitCode: number; signal?: number }) => void) => unknown
  write(data: string | Uint8Array): void
  resize(cols: number, rows: number): void
  pause(): void
  resume(): void
}

/** Why there are no terminals. */
export const noTerminals = 'no terminal can be opened: the native part of the terminal library is missing'

/** Loads the library with the first terminal. Rejects where its native part is not there. */
export function loadTerminals(): Promise<{ readonly spawn: typeof spawn }> {
  return import('@lydell/node-pty')
}

/** The device of a terminal, which the library does not say in its types; programs open it by this name. */
export function deviceOf(terminal: ByteTerminal): string | undefined {
  const name: unknown = 'ptsName' in terminal ? terminal.ptsName : undefined
  return typeof name === 'string' ? name : undefined
}
