import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { unless } from '../../../../daemon/system-error.js'

/** What is remembered of a file, to tell later what happened to it. */
export interface SeenFile {
  readonly identity: string
  readonly isDirectory: boolean
  readonly size: bigint
  readonly modifiedNs: bigint
  readonly changedNs: bigint
  readonly access: string
}

/** What happened to a file between two looks. */
export type FileChange = 'create' | 'write' | 'chmod' | 'gone' | 'none'

function remember(stats: BigIntStats): SeenFile {
  return {
    identity: `${stats.dev}:${stats.ino}`,
    isDirectory: stats.isDirectory(),
    size: stats.size,
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs,
    access: `${stats.mode}:${stats.uid}:${stats.gid}`,
  }
}

export async function look(file: string): Promise<SeenFile | undefined> {
  const stats = await unless(['ENOENT', 'ENOTDIR'], undefined, () => lstat(file, { bigint: true }))
  return stats === undefined ? undefined : remember(stats)
}

/** All that is in a directory now, by name. */
export async function lookAt(directory: string): Promise<Map<string, SeenFile>> {
  const names = await unless(['ENOENT', 'ENOTDIR'], [], () => readdir(directory))
  const found = await Promise.all(names.map(async (name) => [name, await look(path.join(directory, name))] as const))
  return new Map(found.flatMap(([name, seen]) => (seen === undefined ? [] : [[name, seen] as const])))
}

/**
 * The kernel tells Node only that a name or a content changed. What it was shows in what the file is now. A second
 * notice of one write finds nothing new and is a write again, as the kernel's own events would be.
 */
export function changeBetween(before: SeenFile | undefined, now: SeenFile | undefined, notice: string): FileChange {
  if (now === undefined) return before === undefined ? 'none' : 'gone'
  if (before === undefined || before.identity !== now.identity) return 'create'
  if (notice === 'rename') return 'none'
  if (now.modifiedNs !== before.modifiedNs || now.size !== before.size) return 'write'
  return now.access !== before.access || now.changedNs !== before.changedNs ? 'chmod' : 'write'
}
