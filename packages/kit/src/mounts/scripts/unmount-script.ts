import { sh, type ShellCommand } from '@caisson/core/driver'
import { markerName } from '../plan/marker-name.js'
import { mountTable } from './mount-table.js'
import { prepare, prologue } from './prologue.js'

export interface UnmountScriptOptions {
  readonly mark: string
  /** By index from 1. */
  readonly mountPaths: readonly string[]
  readonly lockMs: number
}

/**
 * Takes mounts away, children first, and all that was kept for them. What cannot be unmounted keeps everything: nothing
 * below its path is touched.
 */
export function unmountScript({ mark, mountPaths, lockMs }: UnmountScriptOptions): ShellCommand {
  const rows = mountPaths
    .map((path, index) => ({ path, index: index + 1 }))
    .toSorted((one, other) => other.path.length - one.path.length)
  return sh`
mark=${mark}
lock_seconds=${Math.ceil(lockMs / 1000)}
${prologue}${mountTable}
unmount_one() {
if ! is_ours "$2" "$3"; then
if is_covered "$2" "$3"; then
say "$1" failed covered
elif read_marker "$markers/$3"; then
forget "$2" "$3"
say "$1" gone -
elif find_mount "$2"; then
say "$1" failed foreign
else
say "$1" gone -
fi
elif detach "$2" "$marked_tool"; then
read_marker "$markers/$3"
forget "$2" "$3"
say "$1" unmounted "\${lazily:-no}"
else
say "$1" failed stuck
fi
}
${prepare}
${rows.map(
  ({ path, index }) => sh`unmount_one ${index} ${path} ${markerName(path)}
`,
)}
exit 0
`
}
