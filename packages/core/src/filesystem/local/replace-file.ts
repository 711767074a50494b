import { fchmod, fchown, fstatSync, futimes, type Stats } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { FileExistsError, FilesystemError, IsDirectoryError, StaleFileError } from '../../errors/filesystem-errors.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { atLinkTarget, type NamedPlace } from './at-link-target.js'
import { disk } from './disk.js'
import { hasErrorCode } from './has-error-code.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { pathLocks } from './path-locks.js'
import { placeNew } from './place-new.js'
import { promised } from './promised.js'
import { TemporaryFile } from './temporary-file.js'

/** How a file is replaced. */
export interface ReplaceOptions {
  readonly overwrite?: boolean | undefined
  readonly recursive?: boolean | undefined
  readonly expectedMtime?: Date | undefined
  /** Wins over the mode of the file that is replaced. */
  readonly mode?: number | undefined
  /** Given to the new file instead of the current time. */
  readonly times?: { readonly atime: Date; readonly mtime: Date } | undefined
}

/** Writes the new content to an open descriptor. */
export type ProduceContent = (descriptor: number) => Promise<void>

/** A file this far in the future is no neighbour of our write; its time is not continued. */
const longestStepMs = 2000

/**
 * Replaces a file in one step: other readers see the old content or the new one. A link is written through. When this
 * fails or is aborted, the old content stays and nothing is left beside it.
 */
export async function replaceFile(
  guard: LocalGuard,
  target: LocalTarget,
  options: ReplaceOptions,
  produce: ProduceContent,
): Promise<void> {
  const link = { create: options.recursive !== false, follow: options.overwrite !== false }
  await atLinkTarget(guard, target, link, (place) => replaceAt(place, { target, options, produce }))
}

interface Replacement {
  readonly target: LocalTarget
  readonly options: ReplaceOptions
  readonly produce: ProduceContent
}

async function replaceAt({ anchor, name, existing }: NamedPlace, replacement: Replacement): Promise<void> {
  const { target, options, produce } = replacement
  checkExisting(existing, target, options)
  const temporary = await TemporaryFile.create(anchor, firstMode(existing, options))
  try {
    await produce(temporary.descriptor)
    await finish(temporary.descriptor, existing, options)
    await temporary.close()
    await pathLocks.run(join(anchor.realPath, name), async () => {
      if (options.expectedMtime && existing)
        checkTime(await disk.lookUp(anchor.at(name)), target, options.expectedMtime)
      throwIfAborted(target.signal, target.path, target.operation)
      await (options.overwrite === false
        ? placeNew(temporary.location, anchor.at(name))
        : rename(temporary.location, anchor.at(name)))
    })
  } catch (error) {
    await temporary.discard()
    throw error
  }
}

/**
 * The mode to create with; the umask can only narrow it, and the rest is done when the owner is right. Content may be
 * secret: until then nobody but us may open a file that will belong to someone else.
 */
function firstMode(existing: Stats | undefined, options: ReplaceOptions): number {
  if (existing && (existing.uid !== process.geteuid?.() || existing.gid !== process.getegid?.())) return 0o600
  return (options.mode ?? existing?.mode ?? 0o666) & 0o777
}

function checkExisting(existing: Stats | undefined, target: LocalTarget, options: ReplaceOptions): void {
  if (!existing) return
  if (existing.isDirectory()) throw new IsDirectoryError(target.path)
  if (options.overwrite === false) throw new FileExistsError(target.path)
  if (!existing.isFile()) throw new FilesystemError(`Not a regular file: ${target.path}`, 'EINVAL', target.path)
  if (options.expectedMtime) checkTime(existing, target, options.expectedMtime)
}

function checkTime(existing: Stats | undefined, target: LocalTarget, expected: Date): void {
  if (existing && existing.mtime.getTime() !== expected.getTime()) {
    throw new StaleFileError(target.path, expected, existing.mtime)
  }
}

/** Gives the new file what it takes over from the old one. */
async function finish(descriptor: number, existing: Stats | undefined, options: ReplaceOptions): Promise<void> {
  const made = fstatSync(descriptor)
  const mode = options.mode ?? existing?.mode
  if (existing && (existing.uid !== made.uid || existing.gid !== made.gid)) await keepOwner(descriptor, existing)
  if (mode !== undefined && (made.mode & 0o777) !== (mode & 0o777)) await promised(fchmod)(descriptor, mode & 0o777)
  if (options.times) return promised(futimes)(descriptor, options.times.atime, options.times.mtime)
  const stepMs = existing ? made.mtime.getTime() - existing.mtime.getTime() : 1
  // Times are compared in milliseconds: two writes within one must not look the same.
  if (existing && stepMs <= 0 && stepMs > -longestStepMs) {
    await promised(futimes)(descriptor, made.atime, new Date(existing.mtime.getTime() + 1))
  }
}

async function keepOwner(descriptor: number, { uid, gid }: Stats): Promise<void> {
  try {
    await promised(fchown)(descriptor, uid, gid)
  } catch (error) {
    // Only root may give files away; for everyone else the writer becomes the owner.
    if (!hasErrorCode(error, 'EPERM', 'EINVAL')) throw error
  }
}
