import { chmod, lstat, mkdir, readdir, readlink, realpath, rmdir, symlink, unlink } from 'node:fs/promises'
import path from 'node:path'
import { MountError } from '../../../errors/sandbox-errors.js'
import { systemCode } from '../start-failure.js'
import type { MountedLink } from './mounted-link.js'

/**
 * Ends the text of every link made here. It changes nothing about where the link leads, and tells it from the links of
 * others, also after a restart of the host.
 */
const ownMark = '/.'

/** What is at the place of a mount. `mismatched`: a link of ours to something else. `foreign`: something that is not ours to replace. */
type Occupation = 'nothing' | 'emptyDirectory' | 'fullDirectory' | 'matching' | 'mismatched' | 'foreign'

/** Where a mount is to appear in a working directory. */
export interface LinkPlace {
  readonly workingDirectory: string
  readonly mountPath: string
  /** What the link leads to, with all links resolved. */
  readonly target: string
}

/** Where the link of a mount path is. */
export function linkLocation(workingDirectory: string, mountPath: string): string {
  return path.join(workingDirectory, mountPath)
}

/**
 * Looks whether a mount may be made, and makes the directories above it. Throws `MountError` for links of others, files, and
 * directories that are not empty. A link of ours that leads somewhere else is out of date and removed.
 */
export async function checkPlace(place: LinkPlace): Promise<Occupation> {
  const { workingDirectory, mountPath, target } = place
  const location = linkLocation(workingDirectory, mountPath)
  await makeParents(workingDirectory, location, mountPath)
  const occupation = await inspect(location, target)
  if (occupation === 'foreign' || occupation === 'fullDirectory') {
    const state = occupation === 'foreign' ? 'there' : 'not empty'
    throw new MountError(`${location} is ${state} and is not a mount of this sandbox; it is left alone`, mountPath)
  }
  if (occupation === 'mismatched') await unlink(location)
  return occupation
}

/** Makes the link, unless it is there; it takes the place of an empty directory. Throws as `checkPlace` does. */
export async function makeLink(place: LinkPlace): Promise<Pick<MountedLink, 'location' | 'coveredMode'>> {
  const { workingDirectory, mountPath, target } = place
  const location = linkLocation(workingDirectory, mountPath)
  const occupation = await checkPlace(place)
  const coveredMode = occupation === 'emptyDirectory' ? (await lstat(location)).mode & 0o7777 : undefined
  if (coveredMode !== undefined) await rmdir(location)
  if (occupation !== 'matching') await symlink(target + ownMark, location)
  if ((await realpath(location)) !== target) throw new MountError(`${location} does not lead to ${target}`, mountPath)
  return { location, ...(coveredMode === undefined ? {} : { coveredMode }) }
}

/** Puts the empty directory back whose place a link took, when the link is gone and nothing else is there. */
export async function restoreDirectory({ location, coveredMode }: MountedLink): Promise<void> {
  if (coveredMode === undefined) return
  try {
    await mkdir(location)
    await chmod(location, coveredMode)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' && systemCode(error) !== 'ENOENT') throw error
  }
}

/** Removes a link made here. Anything else that took its place belongs to somebody else. `target`: only a link to it. */
export async function removeLink(location: string, target?: string): Promise<void> {
  const text = await linkText(location)
  if (target === undefined ? text?.endsWith(ownMark) : text === target + ownMark) await unlink(location)
}

async function linkText(location: string): Promise<string | undefined> {
  try {
    return (await lstat(location)).isSymbolicLink() ? await readlink(location) : undefined
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** None of the directories above a mount may be a link: the mount would land in somebody else's directory. */
async function makeParents(workingDirectory: string, location: string, mountPath: string): Promise<void> {
  let parent = workingDirectory
  for (const name of path.relative(workingDirectory, path.dirname(location)).split(path.sep)) {
    if (name === '') continue
    parent = path.join(parent, name)
    try {
      await mkdir(parent)
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
      if ((await lstat(parent)).isDirectory()) continue
      throw new MountError(`${parent} is in the way: it is not a directory of the sandbox`, mountPath)
    }
  }
}

async function inspect(location: string, target: string): Promise<Occupation> {
  try {
    const stats = await lstat(location)
    if (stats.isSymbolicLink()) return await inspectLink(location, target)
    if (!stats.isDirectory()) return 'foreign'
    return (await readdir(location)).length === 0 ? 'emptyDirectory' : 'fullDirectory'
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'nothing'
    throw error
  }
}

async function inspectLink(location: string, target: string): Promise<Occupation> {
  const text = await readlink(location)
  if (text === target + ownMark || text === target) return 'matching'
  return text.endsWith(ownMark) ? 'mismatched' : 'foreign'
}
