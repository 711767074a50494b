import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '../files/is-errno.js'
import { readIfPresent } from '../files/read-if-present.js'

/** A group can be removed only when its last process has been reaped, which happens a little after its end. */
const removalAttempts = 200
const removalPauseMs = 5

/** Writes to a file of a group. Control groups take one value in one write. */
export async function writeGroup(group: string, file: string, value: string): Promise<void> {
  await writeFile(path.join(group, file), value)
}

/** As `writeGroup`; `false` when the kernel refuses. */
export async function tryWriteGroup(group: string, file: string, value: string): Promise<boolean> {
  try {
    await writeGroup(group, file, value)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EINVAL', 'ENODEV', 'EOPNOTSUPP', 'ENOTSUP'))
      return false
    throw error
  }
}

/** Makes a group; `false` where this process may not. */
export async function makeGroup(group: string): Promise<boolean> {
  try {
    await mkdir(group)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return true
    if (isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS')) return false
    throw error
  }
}

/** Process ids in a group, as this process sees them. */
export async function processesOf(group: string): Promise<number[]> {
  const text = (await readIfPresent(path.join(group, 'cgroup.procs'))) ?? ''
  return text
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0)
}

/** The groups directly below one. */
export async function childGroups(group: string): Promise<string[]> {
  if (!existsSync(group)) return []
  const entries = await readdir(group, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(group, entry.name))
}

/** Removes a group and those below it, waiting for their last processes; `false` when processes stay. */
export async function removeGroup(group: string): Promise<boolean> {
  for (const child of await childGroups(group)) await removeGroup(child)
  for (let attempt = 0; attempt < removalAttempts; attempt += 1) {
    try {
      await rmdir(group)
      return true
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return true
      if (!isErrno(error, 'EBUSY')) throw error
      await sleep(removalPauseMs)
    }
  }
  return false
}

/** Removes a group that nobody uses; does nothing to others. */
export async function removeUnusedGroup(group: string): Promise<void> {
  try {
    await rmdir(group)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EBUSY', 'ENOTEMPTY')) throw error
  }
}

/** The number that the kernel knows a group of version 2 by. */
export async function idOfGroup(group: string): Promise<bigint> {
  const { ino } = await stat(group, { bigint: true })
  return ino
}

/** Waits until a file of a group matches; `false` after the time. */
export async function waitForGroup(group: string, file: string, pattern: RegExp, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    if (pattern.test(await readFile(path.join(group, file), 'utf8'))) return true
    if (performance.now() > deadline) return false
    await sleep(1)
  }
}
