import { FileExistsError } from '../../errors/filesystem-errors.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { copyAcross, type CopyAcrossOptions } from './copy-across.js'
import { planTransfer } from './plan-transfer.js'
import { runOnBoth } from './run-on-both.js'

/** Copies within one mount by its own means, else across. */
export async function copyComposite(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const { from, to } = planTransfer(access, source, destination)
  if (from) {
    return runOnBoth(source, destination, from, async () => from.filesystem.copyFile(from.inner, to.inner, options))
  }
  if (!options.overwrite) await checkFree(access, destination, options)
  await copyAcross(access, source, destination, options)
}

async function checkFree(
  access: CompositeAccess,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const { route } = destination
  if (!route) return
  const { abortSignal } = options
  const isTaken = await access.run(destination, async () => route.filesystem.exists(route.inner, { abortSignal }))
  if (isTaken || destination.hasMountsBelow) throw new FileExistsError(destination.given)
}
