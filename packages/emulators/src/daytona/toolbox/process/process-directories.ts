import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemCode } from '../../../daemon/system-error.js'
import type { ToolboxState } from '../toolbox-state.js'

/** `sessions`: scripts, pipes and logs of sessions. `requests`: what lives no longer than one request. */
export type ProcessDirectory = 'sessions' | 'requests'

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

/**
 * Where the daemon keeps what belongs to running programs; the sandbox's user owns it. Each directory is made when it is
 * needed, so that a sandbox shows no more traces of the daemon than it must.
 */
export class ProcessDirectories {
  readonly #state: ToolboxState
  readonly #made = new Map<ProcessDirectory, Promise<string>>()
  #base: string | undefined

  constructor(state: ToolboxState) {
    this.#state = state
  }

  get(name: ProcessDirectory): Promise<string> {
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const made = this.#make(name)
    this.#made.set(name, made)
    // The next request tries again.
    made.catch(() => this.#made.delete(name))
    return made
  }

  /** Removes all that was made. */
  async remove(): Promise<void> {
    const made = await Promise.allSettled(this.#made.values())
    for (const result of made) {
      if (result.status === 'fulfilled') await rm(result.value, { recursive: true, force: true })
    }
  }

  async #make(name: ProcessDirectory): Promise<string> {
    const directory = path.join(await this.#findBase(), name)
    // What a daemon before has left in it is of no use.
    await rm(directory, { recursive: true, force: true })
    mkdirSync(directory, { mode: 0o700 })
    return directory
  }

  /** Made once, unless that fails. */
  async #findBase(): Promise<string> {
    const { actual: home } = await this.#state.resolvePath(this.#state.home)
    this.#base ??= makeBase(home)
    return this.#base
  }
}
