import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { chooseBacking, type FoundHost } from './choose-backing.js'
import { sweepCrashedHosts } from './host/sweep.js'
import { LocalMachineHost } from './local-machine-host.js'
import { MachineError } from './machine-error.js'
import type { Backing, MachineHost, MachineHostOptions } from './machine-types.js'

/** Overlayfs cannot write to every file system (in a container, not to its root), so some places are tried; only Linux has the others. */
function defaultRoots(): string[] {
  return process.platform === 'linux' ? [tmpdir(), '/var/tmp', '/dev/shm'] : [tmpdir()]
}

async function makeRoot(root: string): Promise<string> {
  await mkdir(root, { recursive: true })
  return realpath(root)
}

/** The first place where private machines work; without any, the first place with the strongest backing that works there. */
async function findHost(roots: readonly string[], prefix: string, wanted: Backing | undefined): Promise<FoundHost> {
  const mayBePrivate = process.getuid?.() === 0 && (wanted ?? 'namespaces') === 'namespaces'
  for (const root of mayBePrivate ? roots : []) {
    try {
      return await chooseBacking({ root, prefix, wanted: 'namespaces' })
    } catch (error) {
      if (!(error instanceof MachineError && error.code === 'BACKING_UNAVAILABLE')) throw error
    }
  }
  return chooseBacking({ root: roots[0] ?? tmpdir(), prefix, wanted })
}

const defaultPrefix = 'caisson-machines'

/**
 * Finds out what this computer can do, removes what crashed hosts left, and returns a host that makes machines with the strongest backing that
 * works, or with the one asked for.
 *
 * @throws MachineError INVALID_OPTION, or BACKING_UNAVAILABLE when the backing asked for does not work here.
 */
export async function openMachineHost(options: MachineHostOptions = {}): Promise<MachineHost> {
  const { prefix = defaultPrefix, root, backing } = options
  if (!/^[a-z][a-z\d-]{0,30}$/.test(prefix)) {
    throw new MachineError(
      'INVALID_OPTION',
      `prefix: expected a-z, digits and -, at most 31, got ${JSON.stringify(prefix)}`,
    )
  }
  const roots = await Promise.all((root === undefined ? defaultRoots() : [root]).map((place) => makeRoot(place)))
  const swept = await Promise.all([...new Set(roots)].map((place) => sweepCrashedHosts(place, prefix)))
  const found = await findHost(roots, prefix, backing)
  return new LocalMachineHost({ ...found, sweptHosts: swept.reduce((sum, count) => sum + count, 0) })
}
