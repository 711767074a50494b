import { type Backing, openMachineHost } from '@caisson/emulators'

/** Whether machines can be made in a way here. */
export async function isAvailable(backing: Backing): Promise<boolean> {
  const host = await openMachineHost({ prefix: 'caisson-probe', backing }).catch(() => undefined)
  await host?.close()
  return host !== undefined
}
