import { realpathSync } from 'node:fs'
import { lstat, mkdir, readdir, readlink, rmdir, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MountError } from '../../../errors/sandbox-errors.js'
import { systemCode } from '../start-failure.js'
import type { MountedLink } from './mounted-link.js'

/**
 * Where a bucket is mounted on this host: a directory that only its user can enter, the same one for the same working
 * directory and mount path, so that a later process finds what an earlier one left.
 */
export interface BucketPlace {
  /** Holds the mount point, the records of who uses it, and a link to the link in the working directory. */
  readonly frame: string
  /** The mount point. */
  readonly target: string
  /** It lies in another mount, whose frame it shares. */
  readonly isNested?: boolean | undefined
}

/** Name of the mount point in a frame. */
export const mountPointName = 'files'

/** Name of the link that tells where in a working directory the mount appears. */
export const backLinkName = 'link'

/** Attempts to make a place, which another process may remove as empty at the same time. */
const attempts = 5

/** The directory of all buckets that this user has mounted. It need not exist, nor need the one for temporary files. */
export function bucketRoot(): string {
  return path.join(realPathOf(tmpdir()), `caisson-${userId()}`, 'mounts')
}

/** Number of the user of this process, which need not have a name. */
export function userId(): number {
  return process.getuid?.() ?? -1
}

/** The place of a mount path. Touches nothing. */
export async function bucketPlace(workingDirectory: string, mountPath: string): Promise<BucketPlace> {
  const frame = path.join(await placesOf(workingDirectory), await nameOf(mountPath))
  return placeAt(frame)
}

/** The place of a mount path that lies in what is mounted already, if it does. */
export function placeWithin(mounts: ReadonlyMap<string, MountedLink>, mountPath: string): BucketPlace | undefined {
  for (const [outerPath, { frame, target }] of mounts) {
    if (frame === undefined || !mountPath.startsWith(`${outerPath}/`)) continue
    return { frame, target: target + mountPath.slice(outerPath.length), isNested: true }
  }
  return undefined
}

/** The places that exist for a working directory. What somebody else put where they would be is none of them. */
export async function existingPlaces(workingDirectory: string): Promise<BucketPlace[]> {
  const directory = await placesOf(workingDirectory)
  try {
    if (!(await isPrivate(path.dirname(bucketRoot())))) return []
    return (await readdir(directory)).map((name) => placeAt(path.join(directory, name)))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * Makes a place with everything above it. Throws `MountError` when somebody else got there first: other users may write to
 * the directory for temporary files.
 */
export async function makePlace({ frame, target }: BucketPlace, location: string, mountPath: string): Promise<void> {
  const directories = ancestry(frame).toReversed()
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const directory of directories) await makePrivate(directory, mountPath)
      await unlessThere(mkdir(target, 0o700))
      await unlessThere(symlink(location, path.join(frame, backLinkName)))
      return
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || attempt === attempts) throw error
    }
  }
}

/** Removes a place and what is empty above it. `false` when something is mounted there: then nothing is removed. */
export async function removePlace({ frame, target }: BucketPlace): Promise<boolean> {
  if (!(await removed(rmdir(target), ['ENOENT', 'ENOTDIR']))) return false
  await removed(unlink(path.join(frame, backLinkName)), ['ENOENT'])
  for (const directory of ancestry(frame)) {
    if (!(await removed(rmdir(directory), ['ENOENT']))) break
  }
  return true
}

/** Where the link of a place is that nobody uses any more. */
export async function backLink({ frame }: BucketPlace): Promise<string | undefined> {
  try {
    return await readlink(path.join(frame, backLinkName))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EINVAL'].includes(systemCode(error))) return undefined
    throw error
  }
}

/** A frame and the directories of ours above it. */
function ancestry(frame: string): string[] {
  const [places, root] = [path.dirname(frame), path.dirname(path.dirname(frame))]
  return [frame, places, root, path.dirname(root)]
}

function realPathOf(directory: string): string {
  try {
    return realpathSync(directory)
  } catch (error) {
    if (systemCode(error) === '') throw error
    return path.resolve(directory)
  }
}

function placeAt(frame: string): BucketPlace {
  return { frame, target: path.join(frame, mountPointName) }
}

async function placesOf(workingDirectory: string): Promise<string> {
  return path.join(bucketRoot(), await nameOf(workingDirectory))
}

async function nameOf(text: string): Promise<string> {
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

async function makePrivate(directory: string, mountPath: string): Promise<void> {
  await unlessThere(mkdir(directory, 0o700))
  if (await isPrivate(directory)) return
  const advice = 'remove it, or set TMPDIR to a directory of your own'
  throw new MountError(`${directory} is not a directory that only this user can enter: ${advice}`, mountPath)
}

/** Whether it is a directory of this user, and no link to one, that nobody else can enter. */
async function isPrivate(directory: string): Promise<boolean> {
  const stats = await lstat(directory)
  return stats.isDirectory() && stats.uid === userId() && (stats.mode & 0o077) === 0
}

async function unlessThere(making: Promise<unknown>): Promise<void> {
  try {
    await making
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

/** Whether something is gone; `false` when it is not empty or in use. */
async function removed(removing: Promise<void>, goneCodes: readonly string[]): Promise<boolean> {
  try {
    await removing
    return true
  } catch (error) {
    if (goneCodes.includes(systemCode(error))) return true
    if (stillThere.has(systemCode(error))) return false
    throw error
  }
}

/** Codes of `rmdir` for what holds something, what something is mounted on, and a mount whose program has died. */
const stillThere: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY', 'ENOTCONN', 'EIO', 'EACCES', 'EPERM'])
