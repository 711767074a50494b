import { FilesystemError, IsDirectoryError, NotDirectoryError } from '../../errors/filesystem-errors.js'
import type { FileStat } from '../../contract/filesystem.js'
import { joinPath } from '../paths/join-path.js'
import { relativePath } from '../paths/relative-path.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { readStreamOf } from '../streams/read-stream-of.js'
import { writeStreamTo } from '../streams/write-stream-to.js'
import type { CompositeAccess, CompositePath } from './composite-access.js'
import { listComposite } from './list-composite.js'
import { statComposite } from './composite-stat.js'
import { keepsModes } from './keeps-modes.js'

/** How an entry is copied from one mount to another. */
export interface CopyAcrossOptions {
  readonly overwrite: boolean
  readonly recursive: boolean
  readonly abortSignal: AbortSignal | undefined
}

/**
 * Copies a file or a directory between mounts, one piece of one file in memory at a time where both can stream. The mode is
 * kept where the destination has modes.
 *
 * @throws FilesystemError `EUNSUPPORTED` for a link to a directory, which no store but its own can hold
 */
export async function copyAcross(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const stat = await statComposite(access, source, options, new Date(0))
  if (stat.type === 'file') return copyFileAcross(access, source, destination, stat, options)
  if (!options.recursive) throw new IsDirectoryError(source.given)
  if (relativePath(source.path, destination.path) !== undefined) {
    const text = `Cannot copy a directory into itself: ${source.given} to ${destination.given}`
    throw new FilesystemError(text, 'EINVAL', destination.given)
  }
  await copyDirectoryAcross(access, source, destination, options)
}

async function copyDirectoryAcross(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  options: CopyAcrossOptions,
): Promise<void> {
  const { abortSignal } = options
  await makeDirectory(access, destination, options)
  for (const entry of await listComposite(access, source, { abortSignal })) {
    throwIfAborted(abortSignal, source.given, source.operation)
    const from = access.open(joinPath(source.path, entry.name), source.operation, 'file', options)
    const to = access.open(joinPath(destination.path, entry.name), source.operation, 'file', options)
    if (entry.type === 'directory' && entry.isSymlink === true) {
      throw new FilesystemError(
        `Cannot copy a link to a directory between mounts: ${from.path}`,
        'EUNSUPPORTED',
        from.path,
      )
    }
    if (entry.type === 'directory') await copyDirectoryAcross(access, from, to, options)
    else await copyFileAcross(access, from, to, await statComposite(access, from, options, new Date(0)), options)
  }
}

async function makeDirectory(
  access: CompositeAccess,
  at: CompositePath,
  { abortSignal }: CopyAcrossOptions,
): Promise<void> {
  if (at.hasMountsBelow || at.route?.inner === '') return
  const route = access.routeChange(at)
  const { filesystem, inner } = route
  const existing = (await access.run(at, async () => filesystem.exists(inner, { abortSignal })))
    ? await access.run(at, async () => filesystem.stat(inner, { abortSignal }))
    : undefined
  if (existing?.type === 'file') throw new NotDirectoryError(at.given)
  if (!existing) await access.run(at, async () => filesystem.mkdir(inner, { abortSignal }))
}

async function copyFileAcross(
  access: CompositeAccess,
  source: CompositePath,
  destination: CompositePath,
  stat: FileStat,
  { overwrite, abortSignal }: CopyAcrossOptions,
): Promise<void> {
  const [from, to] = [access.routeFile(source), access.routeChange(destination)]
  const mode = stat.mode !== undefined && (await keepsModes(to.filesystem, abortSignal)) ? stat.mode : undefined
  const stream = await access.run(source, async () => readStreamOf(from.filesystem, from.inner, { abortSignal }))
  try {
    const settings = { overwrite, abortSignal, mode, mimeType: stat.mimeType }
    await access.run(destination, async () => writeStreamTo(to.filesystem, to.inner, stream, settings))
  } finally {
    stream.destroy()
  }
}
