import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Located } from '../../../daemon/paths.js'
import { unless } from '../../../daemon/system-error.js'

/** Something below a directory. */
export interface WalkedEntry {
  readonly at: Located
  readonly entry: Dirent
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

/** What is in one directory, by name. Fails as `readdir` does. */
async function entriesOf(directory: Located): Promise<WalkedEntry[]> {
  const entries = await readdir(directory.actual, { withFileTypes: true })
  return entries
    .toSorted((left, right) => byBytes(left.name, right.name))
    .map((entry) => ({
      at: { shown: path.join(directory.shown, entry.name), actual: path.join(directory.actual, entry.name) },
      entry,
    }))
}

/**
 * All that is below a directory, down to `depth` levels, each directory before what it holds. Links are not followed.
 * The directory itself must be readable; others that are not, or that went away meanwhile, are as good as empty.
 */
export async function* walk(directory: Located, depth: number = Number.POSITIVE_INFINITY): AsyncGenerator<WalkedEntry> {
  yield* walkThrough(await entriesOf(directory), depth)
}

async function* walkThrough(entries: readonly WalkedEntry[], depth: number): AsyncGenerator<WalkedEntry> {
  for (const walked of entries) {
    yield walked
    if (depth <= 1 || !walked.entry.isDirectory()) continue
    const below = await unless(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'], [], () => entriesOf(walked.at))
    yield* walkThrough(below, depth - 1)
  }
}
