import { chownSync, statSync } from 'node:fs'
import type { ByteTerminal } from '../../../daemon/terminals/terminal-library.js'
import { deviceOf, loadTerminals, noTerminals } from '../../../daemon/terminals/terminal-library.js'
import { ToolboxError } from '../http/toolbox-error.js'
import type { ToolboxState } from '../toolbox-state.js'

/** Columns and rows. */
export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

export interface TerminalSpec {
  readonly shell: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly size: TerminalSize
}

/** Starts an interactive login shell on a terminal of its own. */
export async function openTerminal(state: ToolboxState, spec: TerminalSpec): Promise<ByteTerminal> {
  const { spawn } = await loadTerminals().catch((cause: unknown) => {
    throw new ToolboxError(500, noTerminals, { cause })
  })
  return state.startAsUser((identity) => {
    const terminal: ByteTerminal = spawn(spec.shell, ['-i', '-l'], {
      ...identity,
      ...spec.size,
      cwd: spec.directory,
      env: { ...spec.environment },
      encoding: null,
    })
    const device = deviceOf(terminal)
    // Programs open it by name, so it must be the user's.
    if (identity.uid !== undefined && device !== undefined) chownSync(device, identity.uid, statSync(device).gid)
    return terminal
  })
}
