import type { BigIntStats } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { create } from '@bufbuild/protobuf'
import { EnvdError } from '../envd-error.js'
import type { Metadata, MetadataStore } from '../metadata/metadata-store.js'
import type { Located } from '../../../daemon/paths.js'
import type { EntryInfo } from '../protocol/filesystem-messages.js'
import { EntryInfoSchema, FileType } from '../protocol/filesystem-messages.js'
import { unless } from '../../../daemon/system-error.js'
import type { UserDatabase } from '../../../daemon/users/user-database.js'
import { modeText } from '../../../daemon/files/mode-text.js'

const nanosecondsPerSecond = 1_000_000_000n
const permissionBits = 0o777
/** What a link that leads nowhere fails with. */
const dangling = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'] as const

/** What is needed to describe files. */
export interface EntryReader {
  readonly users: UserDatabase
  readonly metadata: MetadataStore
  readonly root: string
}

/** A file without its metadata, which is read for many at once. */
interface Found {
  readonly at: Located
  readonly stats: BigIntStats
  /** Of a link: what it leads to. */
  readonly target: { readonly path: string; readonly stats: BigIntStats | undefined } | undefined
}

function typeOf(stats: BigIntStats | undefined): FileType {
  if (stats?.isFile() === true) return FileType.FILE
  return stats?.isDirectory() === true ? FileType.DIRECTORY : FileType.UNSPECIFIED
}

function shownPath(actual: string, root: string): string {
  if (root === '/' || !actual.startsWith(`${root}/`)) return actual
  return actual.slice(root.length)
}

async function findEntry(at: Located, root: string): Promise<Found | undefined> {
  const stats = await unless(['ENOENT'], undefined, () => lstat(at.actual, { bigint: true }))
  if (stats === undefined) return undefined
  if (!stats.isSymbolicLink()) return { at, stats, target: undefined }
  const real = await unless(dangling, undefined, () => realpath(at.actual))
  const targetStats = await unless(dangling, undefined, () => stat(at.actual, { bigint: true }))
  return { at, stats, target: { path: real === undefined ? at.shown : shownPath(real, root), stats: targetStats } }
}

function describe({ at, stats, target }: Found, metadata: Metadata, users: UserDatabase): EntryInfo {
  const followed = target === undefined ? stats : target.stats
  const seconds = stats.mtimeNs / nanosecondsPerSecond
  return create(EntryInfoSchema, {
    name: path.basename(at.shown) || '/',
    type: typeOf(followed),
    path: at.shown,
    size: stats.size,
    mode: Number((followed ?? stats).mode) & permissionBits,
    permissions: modeText(Number(stats.mode)),
    owner: users.userName(Number(stats.uid)),
    group: users.groupName(Number(stats.gid)),
    modifiedTime: { seconds, nanos: Number(stats.mtimeNs - seconds * nanosecondsPerSecond) },
    ...(target === undefined ? {} : { symlinkTarget: target.path }),
    metadata: { ...metadata },
  })
}

/** Describes files, in their order, leaving out what is gone. */
export async function readEntries(reader: EntryReader, places: readonly Located[]): Promise<EntryInfo[]> {
  const all = await Promise.all(places.map((at) => findEntry(at, reader.root)))
  const found = all.filter((entry) => entry !== undefined)
  // Links carry no metadata of their own, and devices and pipes are not asked.
  const asked = found.filter(({ stats }) => stats.isFile() || stats.isDirectory())
  const answers = await reader.metadata.readAll(asked.map(({ at }) => at.actual))
  const metadata = new Map(asked.map((entry, index) => [entry, answers[index] ?? {}]))
  return found.map((entry) => describe(entry, metadata.get(entry) ?? {}, reader.users))
}

/** Describes one file. */
export async function readEntry(reader: EntryReader, at: Located): Promise<EntryInfo> {
  const [entry] = await readEntries(reader, [at])
  if (entry === undefined) throw new EnvdError('notFound', `path '${at.shown}' does not exist`)
  return entry
}
