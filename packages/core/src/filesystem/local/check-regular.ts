import type { Stats } from 'node:fs'
import { FilesystemError, IsDirectoryError } from '../../errors/filesystem-errors.js'
import type { LocalTarget } from './local-target.js'

/** @throws IsDirectoryError, or FilesystemError `EINVAL` for pipes, sockets and devices. */
export function checkRegular(stats: Stats, target: LocalTarget): Stats {
  if (stats.isFile()) return stats
  if (stats.isDirectory()) throw new IsDirectoryError(target.path)
  throw new FilesystemError(`Not a regular file: ${target.path}`, 'EINVAL', target.path)
}
