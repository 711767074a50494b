import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemCode } from '../../../daemon/system-error.js'
import type { ToolboxState } from '../toolbox-state.js'

/** Where the daemon keeps what belongs to running programs; the sandbox's user owns it. */
export interface ProcessDirectories {
  /** Scripts, pipes and logs of sessions. */
  readonly sessions: string
  /** What lives no longer than one request. */
  readonly requests: string
}

function makeBase(home: string): string {
  const base = path.join(home, '.daytona')
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 })
    return base
  } catch (error) {
    // An image may have a user without a home.
    if (!['EACCES', 'EPERM', 'ENOTDIR', 'EROFS'].includes(systemCode(error) ?? '')) throw error
    return mkdtempSync(path.join(tmpdir(), 'daytona-'))
  }
}

/** Makes the directories; what a daemon before has left in them is of no use. */
export async function makeProcessDirectories(state: ToolboxState): Promise<ProcessDirectories> {
  const { actual: home } = await state.resolvePath(state.home)
  const base = makeBase(home)
  const directories = { sessions: path.join(base, 'sessions'), requests: path.join(base, 'requests') }
  for (const directory of Object.values(directories)) {
    await rm(directory, { recursive: true, force: true })
    mkdirSync(directory, { mode: 0o700 })
  }
  return directories
}
