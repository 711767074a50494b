import { rename, symlink, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { IsDirectoryError } from '../../errors/filesystem-errors.js'
import { createId } from '../../util/ids.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import { atLinkTarget } from './at-link-target.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/** Puts a symbolic link at a name in one step; its text is kept as it is and judged when someone follows it. */
export async function placeLink(guard: LocalGuard, target: LocalTarget, text: string): Promise<void> {
  await atLinkTarget(guard, target, { create: true, follow: false }, async ({ anchor, existing }) => {
    if (existing?.isDirectory()) throw new IsDirectoryError(target.path)
    const temporary = anchor.at(`${createId('.caisson')}.tmp`)
    await symlink(text, temporary)
    try {
      await rename(temporary, anchor.at(basename(target.location)))
    } catch (error) {
      await bestEffort('unlink', silentLogger, () => unlink(temporary))
      throw error
    }
  })
}
