import type { Logger } from '../../../contract/logger.js'
import type { LocalMachine } from '../local-machine.js'
import { backLink, existingPlaces, removePlace, type BucketPlace } from './bucket-place.js'
import { removeLink } from './link-place.js'
import { otherOwners } from './place-owners.js'

/** The places of a working directory that no living process uses, because one ended without unmounting; without `kept`, by frame. */
export async function abandonedPlaces(
  { workingDirectory, processes }: Pick<LocalMachine, 'workingDirectory' | 'processes'>,
  kept: ReadonlySet<string>,
): Promise<BucketPlace[]> {
  const abandoned: BucketPlace[] = []
  for (const place of await existingPlaces(workingDirectory)) {
    if (kept.has(place.frame)) continue
    if ((await otherOwners(place, processes.tag.machine)).length === 0) abandoned.push(place)
  }
  return abandoned
}

/** Removes a place, of which nothing is mounted any more, with the link to it. */
export async function removeAbandonedPlace(place: BucketPlace, logger: Logger): Promise<void> {
  const location = await backLink(place)
  if (location !== undefined) await removeLink(location, place.target)
  if (await removePlace(place)) logger.info(`Removed the mount at ${location ?? place.frame} that was left behind`)
}
