import { unlink } from 'node:fs/promises'
import { createId } from '../../util/ids.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import type { DirectoryAnchor } from './directory-anchor.js'
import { disk } from './disk.js'
import { openFlags } from './open-flags.js'

/** A new file beside the one it will become, so that the last step is a rename within one directory. */
export class TemporaryFile {
  #isOpen = true

  private constructor(
    readonly descriptor: number,
    /** A path that is valid as long as its directory's anchor is open. */
    readonly location: string,
  ) {}

  /** @param mode before the umask */
  static async create(anchor: DirectoryAnchor, mode: number): Promise<TemporaryFile> {
    const location = anchor.at(`${createId('.caisson')}.tmp`)
    return new TemporaryFile(await disk.open(location, openFlags.create, mode), location)
  }

  /** Reports what the disk could not store. */
  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await disk.close(this.descriptor)
  }

  /** Leaves nothing behind. Never fails: it runs when something else has. */
  async discard(): Promise<void> {
    await bestEffort('close', silentLogger, () => this.close())
    await bestEffort('unlink', silentLogger, () => unlink(this.location))
  }
}
