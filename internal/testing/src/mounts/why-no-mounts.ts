import { isOnPath } from './is-on-path.js'

/** An emulator, as far as it tells what its machines can do. */
export interface MachineEmulator {
  describe(): { readonly machines: { readonly summary: string; readonly fuse: boolean } }
}

/** Why the machines of an emulator cannot mount buckets here; `undefined` when they can. */
export function whyNoMounts(emulator: MachineEmulator): string | undefined {
  const { summary, fuse } = emulator.describe().machines
  if (!fuse) return `needs machines with FUSE; ${summary}`
  const missing = ['s3fs', 'fusermount3', 'rclone', 'perl'].filter((program) => !isOnPath(program))
  return missing.length > 0 ? `missing: ${missing.join(', ')}` : undefined
}
