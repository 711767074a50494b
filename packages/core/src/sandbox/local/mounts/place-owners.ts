import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readProcessEntries } from '../process/process-table.js'
import { systemCode } from '../start-failure.js'
import type { BucketPlace } from './bucket-place.js'

/** Begins the name of a record; the tag of a machine follows. */
export const ownerPrefix = 'owner-'

/** Who uses a place: a machine of a host process. */
export interface PlaceOwner {
  readonly tag: string
  readonly configHash: string
}

/**
 * Records that a machine of this process uses a place. Two sandboxes may work in one directory, in one process or in
 * several: what one of them has mounted is mounted for the other as well, until the last one lets go.
 */
export async function claimPlace({ frame }: BucketPlace, { tag, configHash }: PlaceOwner): Promise<void> {
  const record = `${process.pid} ${startTimeOf(process.pid) ?? '-'} ${configHash}`
  await writeFile(path.join(frame, ownerPrefix + tag), record, { mode: 0o600 })
}

/** Forgets that a machine uses a place. */
export async function releasePlace({ frame }: BucketPlace, tag: string): Promise<void> {
  await rm(path.join(frame, ownerPrefix + tag), { force: true })
}

/** The others that use a place. Records of processes that have ended are removed. */
export async function otherOwners(place: BucketPlace, tag: string): Promise<PlaceOwner[]> {
  const owners: PlaceOwner[] = []
  for (const name of await namesIn(place.frame)) {
    const owner = name.startsWith(ownerPrefix) ? name.slice(ownerPrefix.length) : tag
    if (owner === tag) continue
    const configHash = await readLiveRecord(path.join(place.frame, name))
    if (configHash === undefined) await releasePlace(place, owner)
    else owners.push({ tag: owner, configHash })
  }
  return owners
}

async function readLiveRecord(file: string): Promise<string | undefined> {
  try {
    const [pid, startTime, configHash = ''] = (await readFile(file, 'utf8')).split(' ')
    return startTimeOf(Number(pid)) === startTime ? configHash : undefined
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function startTimeOf(pid: number): string | undefined {
  return readProcessEntries([pid]).find((entry) => !entry.isDead)?.startTime
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  }
}
