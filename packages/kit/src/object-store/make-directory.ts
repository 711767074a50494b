import { FileExistsError, NotDirectoryError } from '@caisson/core/workspace'
import { putMarker } from './directory-marker.js'
import { inParallel } from './in-parallel.js'
import { firstBelow } from './list-pages.js'
import { doneByStore } from './native-entries.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import { parentOf, checkParent } from './check-parent.js'
import type { ObjectTarget } from './object-target.js'

/** Makes a directory, with its missing parents when recursive; one that is there is then accepted. */
export async function makeDirectory(
  driver: ObjectStoreDriver,
  target: ObjectTarget,
  recursive: boolean,
): Promise<void> {
  if (recursive) return makeAll(driver, target)
  if (target.inner === '') throw new FileExistsError(target.path)
  const [file, first] = await Promise.all([
    driver.head(target.key, target.signal),
    firstBelow(driver, target.below, target.signal),
    checkParent(driver, target),
  ])
  if (file || first) throw new FileExistsError(target.path)
  if (!(await putMarker(driver, target.below, target.signal))) throw new FileExistsError(target.path)
}

/** A marker for each level: other tools that show buckets as trees see only those. Two rounds, whatever the depth. */
async function makeAll(driver: ObjectStoreDriver, target: ObjectTarget): Promise<void> {
  const levels = levelsOf(target)
  const { entries } = driver
  // The levels above need no marker where something is below them; that one is a file has to be found out.
  if (entries && levels.length === 1) {
    if (await doneByStore(driver, entries.makeDirectory(target.below, target.signal))) return
  }
  await inParallel(levels, async (below) => {
    const isFile = (await driver.head(below.slice(0, -1), target.signal)) !== undefined
    if (!isFile) return
    throw below === target.below ? new FileExistsError(target.path) : new NotDirectoryError(target.path)
  })
  await inParallel(levels, async (below) => {
    await putMarker(driver, below, target.signal)
  })
}

function levelsOf(target: ObjectTarget): string[] {
  const levels: string[] = []
  let { inner, key } = target
  while (inner !== '') {
    levels.unshift(`${key}/`)
    const parent = parentOf({ inner, key })
    if (parent === undefined) break
    key = parent.slice(0, -1)
    inner = inner.slice(0, inner.lastIndexOf('/'))
  }
  return levels
}
