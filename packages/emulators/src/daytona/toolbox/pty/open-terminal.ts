import type { spawn as spawnTerminal } from '@lydell/node-pty'
import { chownSync, statSync } from 'node:fs'
import { ToolboxError } from '../http/toolbox-error.js'
import type { ToolboxState } from '../toolbox-state.js'

/** Columns and rows. */
export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

/** The terminal library as it is without an encoding: its types know text only. */
export interface Terminal {
  readonly pid: number
  readonly onData: (listen: (data: string) => void) => unknown
  readonly onExit: (listen: (exit: { exitCode: number; signal?: number }) => void) => unknown
  write(data: string | Uint8Array): void
  resize(cols: number, rows: number): void
  pause(): void
  resume(): void
}

export interface TerminalSpec {
  readonly shell: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly size: TerminalSize
}

async function loadTerminals(): Promise<{ readonly spawn: typeof spawnTerminal }> {
  try {
    return await import('@lydell/node-pty')
  } catch (cause) {
    throw new ToolboxError(500, 'no terminal can be opened: the native part of the terminal library is missing', {
      cause,
    })
  }
}

/** The library does not say its device in its types; programs open it by name, so it must be the user's. */
function giveDevice(terminal: Terminal, uid: number): void {
  const name: unknown = 'ptsName' in terminal ? terminal.ptsName : undefined
  if (typeof name === 'string') chownSync(name, uid, statSync(name).gid)
}

/** Starts an interactive login shell on a terminal of its own. */
export async function openTerminal(state: ToolboxState, spec: TerminalSpec): Promise<Terminal> {
  const { spawn } = await loadTerminals()
  return state.startAsUser((identity) => {
    const terminal: Terminal = spawn(spec.shell, ['-i', '-l'], {
      ...identity,
      ...spec.size,
      cwd: spec.directory,
      env: { ...spec.environment },
      encoding: null,
    })
    if (identity.uid !== undefined) giveDevice(terminal, identity.uid)
    return terminal
  })
}
