import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { unless } from '../../../../daemon/system-error.js'
import type { ToolboxState } from '../../toolbox-state.js'

const preferred = ['zsh', 'bash'] as const

/** The shell that commands are given to: the first good one of the machine's list, else the user's own, else `sh`. */
export async function findShell(state: ToolboxState): Promise<string> {
  const listed = await unless(['ENOENT', 'EACCES'], '', () => readFile('/etc/shells', 'utf8'))
  const lines = listed.split('\n').filter((line) => line.startsWith('/'))
  for (const name of preferred) {
    const found = lines.find((line) => path.basename(line.trim()) === name)
    if (found !== undefined) return found.trim()
  }
  return state.env.variables()['SHELL'] ?? '/bin/sh'
}
