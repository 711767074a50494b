import type { MountEntry } from '../../contract/mount.js'
import type { SandboxSupports } from '../../driver/supports.js'

const notMounted: ReadonlySet<string> = new Set(['error', 'unsupported', 'unavailable'])

/** What a model should know of the mounts: how many there are, and which paths are not there. Empty without any. */
export function describeMounts(
  entries: ReadonlyMap<string, MountEntry> | undefined,
  { nativeMounts }: SandboxSupports,
): string {
  const all = [...(entries ?? [])]
  const missing = all.filter(([, { state }]) => notMounted.has(state)).map(([path]) => path)
  const byFuse = all.filter(([, { state, config }]) => {
    return !notMounted.has(state) && !(config && nativeMounts.includes(config.type))
  })
  const count = byFuse.length === 0 ? '' : ` ${byFuse.length} filesystem(s) mounted via FUSE.`
  return missing.length === 0 ? count : `${count} Not available in the sandbox: ${missing.join(', ')}.`
}
