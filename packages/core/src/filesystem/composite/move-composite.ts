import { FileExistsError } from '../../errors/filesystem-errors.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { copyAcross, type CopyAcrossOptions } from './copy-across.js'
import type { Route } from './mount-table.js'
import { planTransfer } from './plan-transfer.js'
import { runOnBoth } from './run-on-both.js'

/** Moves within one mount by its own means, else copies and then deletes; when the copy fails the source stays as it was. */
export async function moveComposite(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const origin = access.routeRemoval(source)
  const { from, to } = planTransfer(access, source, destination)
  if (from) {
    return runOnBoth(source, destination, from, async () => from.filesystem.moveFile(from.inner, to.inner, options))
  }
  const { abortSignal } = options
  const isFresh = !(await access.run(destination, async () => to.filesystem.exists(to.inner, { abortSignal })))
  if (!isFresh && !options.overwrite) throw new FileExistsError(destination.given)
  try {
    await copyAcross(access, source, destination, options)
  } catch (error) {
    // Nothing half copied stays; what was there before is not ours to remove.
    if (isFresh) await bestEffort('undo', silentLogger, () => remove(to))
    throw error
  }
  await access.run(source, async () => remove(origin))
}

async function remove({ filesystem, inner }: Route): Promise<void> {
  await filesystem.deleteFile(inner, { recursive: true })
}
