import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { chooseBacking } from './choose-backing.js'
import { sweepCrashedHosts } from './host/sweep.js'
import { LocalMachineHost } from './local-machine-host.js'
import { MachineError } from './machine-error.js'
import type { MachineHost, MachineHostOptions } from './machine-types.js'

const defaultPrefix = 'caisson-machines'

/**
 * Finds out what this computer can do, removes what crashed hosts left, and returns a host that makes machines with the strongest backing that
 * works, or with the one asked for.
 *
 * @throws MachineError INVALID_OPTION, or BACKING_UNAVAILABLE when the backing asked for does not work here.
 */
export async function openMachineHost(options: MachineHostOptions = {}): Promise<MachineHost> {
  const { prefix = defaultPrefix, root = tmpdir() } = options
  if (!/^[a-z][a-z\d-]{0,30}$/.test(prefix)) {
    throw new MachineError(
      'INVALID_OPTION',
      `prefix: expected a-z, digits and -, at most 31, got ${JSON.stringify(prefix)}`,
    )
  }
  await mkdir(root, { recursive: true })
  const realRoot = await realpath(root)
  const sweptHosts = await sweepCrashedHosts(realRoot, prefix)
  const found = await chooseBacking({ root: realRoot, prefix, wanted: options.backing })
  return new LocalMachineHost({ ...found, sweptHosts })
}
