import { open, readFile } from 'node:fs/promises'
import { findProgram } from '../isolation/detect-isolation.js'
import { systemCode } from '../start-failure.js'
import { userId } from './bucket-place.js'

/** Why nothing can be mounted by FUSE on this host. */
export interface FuseObstacle {
  readonly error: string
  /** The system does not allow it. */
  readonly unsupported?: true
  /** A program is missing. */
  readonly unavailable?: true
}

/** Bit of CAP_SYS_ADMIN in the capabilities of a process. */
const mountRight = 21n

/** What to do instead, wherever nothing can be mounted. */
const otherwise = 'or read and write the bucket through its filesystem, which needs no mount'

/** What each failure to open the device means. */
const deviceFailures: Readonly<Record<string, string>> = {
  ENOENT: 'this host has no /dev/fuse; load the kernel module fuse, start the container with --device /dev/fuse',
  ENODEV: 'the kernel module fuse is not loaded; load it',
  ENXIO: 'the kernel module fuse is not loaded; load it',
  EACCES: 'this user may not open /dev/fuse; let it read and write that device',
  EPERM: 'this host does not let the process open /dev/fuse; start the container with --device /dev/fuse',
}

/**
 * What keeps this user from mounting by FUSE on Linux, and what to do about it; `undefined` when nothing does. Looks only: whether
 * the program for a kind of bucket is installed is the business of whoever mounts it.
 */
export async function fuseObstacle(device: string = '/dev/fuse'): Promise<FuseObstacle | undefined> {
  const failure = await deviceFailure(device)
  if (failure !== undefined) return unsupported(failure)
  if (userId() === 0) {
    if (await hasMountRight()) return undefined
    return unsupported('this process is root without the right to mount (CAP_SYS_ADMIN); give it that right')
  }
  if (findProgram('fusermount3') || findProgram('fusermount')) return undefined
  const message = 'fusermount3, by which users mount, was not found on PATH: install the package fuse3'
  return { error: `Cannot mount: ${message}, ${otherwise}`, unavailable: true }
}

function unsupported(reason: string): FuseObstacle {
  return { error: `Cannot mount: ${reason}, ${otherwise}`, unsupported: true }
}

/** Opening it is the only sure test: the limits of a container are not in its permissions. */
async function deviceFailure(device: string): Promise<string | undefined> {
  try {
    const handle = await open(device, 'r+')
    try {
      return (await handle.stat()).isCharacterDevice() ? undefined : deviceFailures['ENOENT']
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = systemCode(error)
    return deviceFailures[code] ?? `/dev/fuse cannot be opened (${code || String(error)}); see why`
  }
}

async function hasMountRight(): Promise<boolean> {
  const rights = /^CapEff:\s*([0-9a-f]+)$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1]
  return rights === undefined || ((BigInt(`0x${rights}`) >> mountRight) & 1n) === 1n
}
