import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { modeText } from '../../../daemon/files/mode-text.js'
import type { Located } from '../../../daemon/paths.js'
import { goTimeText, rfc3339 } from './go-time.js'

/** A file as clients see it; of a link, what it leads to. */
export interface FileInfo {
  readonly name: string
  readonly path: string
  readonly size: number
  /** Such as `-rw-r--r--`. */
  readonly mode: string
  /** Such as `0644`. */
  readonly permissions: string
  readonly isDir: boolean
  readonly modTime: string
  readonly modifiedAt: string
  /** The ids, as text. */
  readonly owner: string
  readonly group: string
}

function describe({ shown }: Located, stats: BigIntStats): FileInfo {
  const mode = Number(stats.mode)
  return {
    name: path.basename(shown) || '/',
    path: shown,
    size: Number(stats.size),
    mode: modeText(mode),
    permissions: (mode & 0o777).toString(8).padStart(4, '0'),
    isDir: stats.isDirectory(),
    modTime: goTimeText(stats.mtimeNs),
    modifiedAt: rfc3339(stats.mtimeNs),
    owner: String(stats.uid),
    group: String(stats.gid),
  }
}

/** Fails as `stat` does. */
export async function readFileInfo(at: Located): Promise<FileInfo> {
  return describe(at, await stat(at.actual, { bigint: true }))
}
