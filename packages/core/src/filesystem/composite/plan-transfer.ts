import { FileNotFoundError, IsDirectoryError } from '../../errors/filesystem-errors.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import type { Route } from './mount-table.js'

/** How something gets from one path to another. */
export interface TransferPlan {
  readonly to: Route
  /** The source's route when one filesystem can do it alone. */
  readonly from: Route | undefined
}

/** Finds the mounts of a copy or move, and refuses what the composition itself rules out. */
export function planTransfer(access: CompositeAccess, source: CompositePath, destination: CompositePath): TransferPlan {
  const to = checkDestination(access, source, destination)
  return { to, from: sameMount(source, destination, to) }
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
