import type { E2BEmulator } from '@caisson/emulators'
import { missingPrograms } from '../../support/mount-tools.js'

/** Why the machines of an emulator cannot mount buckets here; `undefined` when they can. */
export function whyNoMounts(emulator: E2BEmulator): string | undefined {
  const { summary, fuse } = emulator.describe().machines
  if (!fuse) return `needs machines with FUSE; ${summary}`
  const missing = missingPrograms()
  return missing.length > 0 ? `missing: ${missing.join(', ')}` : undefined
}
