import { FileExistsError, FileNotFoundError, IsDirectoryError } from '../../errors/filesystem-errors.js'
import { bestEffort, silentLogger } from '../../util/logging.js'
import { rebaseError } from './rebase-error.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { copyAcross, type CopyAcrossOptions } from './copy-across.js'
import type { Route } from './mount-table.js'

/** Copies within one mount by its own means, else across. */
export async function copyComposite(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const to = checkDestination(access, source, destination)
  const from = sameMount(source, destination, to)
  if (from) {
    return runOnBoth(source, destination, from, async () => from.filesystem.copyFile(from.inner, to.inner, options))
  }
  if (!options.overwrite) await checkFree(access, destination, options)
  await copyAcross(access, source, destination, options)
}

/** Moves within one mount by its own means, else copies and then deletes; when the copy fails the source stays as it was. */
export async function moveComposite(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const origin = access.routeRemoval(source)
  const to = checkDestination(access, source, destination)
  const from = sameMount(source, destination, to)
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
    if (isFresh) await bestEffort('undo', silentLogger, () => remove(to, {}))
    throw error
  }
  await access.run(source, async () => remove(origin, {}))
}

async function remove({ filesystem, inner }: Route, options: { abortSignal?: AbortSignal }): Promise<void> {
  await filesystem.deleteFile(inner, { ...options, recursive: true })
}

/** The destination's mount; refuses what the composition itself rules out. */
function checkDestination(access: CompositeAccess, source: CompositePath, destination: CompositePath): Route {
  if (!source.route && !source.hasMountsBelow) throw new FileNotFoundError(source.given)
  if (!destination.route) {
    throw destination.hasMountsBelow
      ? new IsDirectoryError(destination.given)
      : new FileNotFoundError(destination.given)
  }
  access.checkWritable(destination, destination.route)
  return destination.route
}

/** The source's route when one filesystem can do it alone, without covering or uncovering a mount. */
function sameMount(source: CompositePath, destination: CompositePath, to: Route): Route | undefined {
  const from = source.route
  const isAlone = !source.hasMountsBelow && !destination.hasMountsBelow
  if (!from || !isAlone || from.filesystem !== to.filesystem || from.inner === '' || to.inner === '') return undefined
  return from
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

/** An error of a call with two paths names the one it was about. */
async function runOnBoth(
  source: CompositePath,
  destination: CompositePath,
  from: Route,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    const isSource = error instanceof Error && 'path' in error && error.path === from.inner
    const { given, operation, kind } = isSource ? source : destination
    throw rebaseError(error, { path: given, operation, kind })
  }
}
