import type { MountEntry, MountState } from '../contract/mount.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { findWorkingDirectory } from './working-directory.js'

/** Where the files of a mount can be reached. Pending mounts are made by the first command, so they count as mounted. */
const reach = {
  mounted: 'shell',
  mounting: 'shell',
  pending: 'shell',
  error: 'file-tools',
  unsupported: 'file-tools',
  unavailable: 'file-tools',
} as const satisfies Record<MountState, string>

const headings = {
  shell: 'Sandbox-mounted filesystems (accessible in shell commands):',
  'file-tools': 'Workspace-only filesystems (use file tools, NOT available in shell commands):',
} as const satisfies Record<(typeof reach)[MountState], string>

/** The paragraphs about the mounts of a sandbox; none when it has no mounts. */
export function describeMounts(sandbox: WorkspaceSandbox | undefined): string[] {
  const entries = [...(sandbox?.mounts?.entries ?? [])]
  const directory = sandbox === undefined ? undefined : findWorkingDirectory(sandbox)
  return (['shell', 'file-tools'] as const).flatMap((place) => {
    const lines = entries
      .filter(([, entry]) => reach[entry.state] === place)
      .map(([path, entry]) => describeMount(place === 'shell' ? toShellPath(path, directory) : path, entry))
    return lines.length === 0 ? [] : [[headings[place], ...lines].join('\n')]
  })
}

function describeMount(path: string, { filesystem }: MountEntry): string {
  const name = filesystem.displayName || filesystem.provider
  return `  - ${path}: ${name} (${filesystem.readOnly === true ? 'read-only' : 'read-write'})`
}

/** A sandbox on this machine mounts below its working directory, since it must not touch the machine's root. */
function toShellPath(path: string, directory: string | undefined): string {
  return directory === undefined ? path : `${directory.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}
