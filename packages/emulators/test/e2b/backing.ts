import { type HostDescription, openMachineHost } from '@caisson/emulators'

async function probe(): Promise<HostDescription> {
  const host = await openMachineHost({ prefix: 'caisson-probe' })
  try {
    return host.describe()
  } finally {
    await host.close()
  }
}

/** What machines can do here; tests that need more are skipped. */
const machines: HostDescription = await probe()

/** Machines have a root, users and processes of their own. */
export const isPrivate: boolean = machines.backing === 'namespaces'
