import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { EnvdError } from '../envd-error.js'
import type { Located } from '../../../daemon/paths.js'
import { systemCode, unless } from '../../../daemon/system-error.js'

/** Requires a directory; `what` is done with it is part of the message. */
export async function requireDirectory({ shown, actual }: Located): Promise<void> {
  try {
    const stats = await stat(actual)
    if (stats.isDirectory()) return
  } catch (cause) {
    const code = systemCode(cause)
    if (code === 'ENOENT') throw new EnvdError('notFound', `path '${shown}' does not exist`, { cause })
    if (code === 'ELOOP') throw new EnvdError('failedPrecondition', `path '${shown}' is a loop of links`, { cause })
    throw cause
  }
  throw new EnvdError('invalidArgument', `path '${shown}' is not a directory`)
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

async function collect(directory: Located, depth: number, found: Located[]): Promise<void> {
  // One that went away meanwhile is as good as empty.
  const entries = await unless(['ENOENT', 'ENOTDIR'], [], () => readdir(directory.actual, { withFileTypes: true }))
  for (const entry of entries.toSorted((left, right) => byBytes(left.name, right.name))) {
    const at = { shown: path.join(directory.shown, entry.name), actual: path.join(directory.actual, entry.name) }
    found.push(at)
    if (depth > 1 && entry.isDirectory()) await collect(at, depth - 1, found)
  }
}

/** What is in a directory, down to `depth` levels: each directory before what it holds. Links are not followed. */
export async function listDirectory(directory: Located, depth: number): Promise<Located[]> {
  await requireDirectory(directory)
  const found: Located[] = []
  await collect(directory, Math.max(1, depth), found)
  return found
}
