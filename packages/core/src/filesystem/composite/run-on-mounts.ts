import type { WorkspaceFilesystem } from '../../contract/filesystem.js'

type Phase = 'init' | 'destroy'

/** Runs a phase of every filesystem at the same time and returns the failures by mount path. Never fails itself. */
export async function runOnMounts(
  mounts: ReadonlyMap<string, WorkspaceFilesystem>,
  phase: Phase,
): Promise<Map<string, unknown>> {
  const entries = [...mounts]
  // One filesystem may be mounted at several paths.
  const unique = entries.filter(
    ([, filesystem], index) => entries.findIndex(([, other]) => other === filesystem) === index,
  )
  const settled = await Promise.allSettled(unique.map(async ([, filesystem]) => callPhase(filesystem, phase)))
  const failures = new Map<string, unknown>()
  for (const [index, outcome] of settled.entries()) {
    const mountPath = unique[index]?.[0]
    if (outcome.status === 'rejected' && mountPath !== undefined) failures.set(mountPath, outcome.reason)
  }
  return failures
}

/** Filesystems of other frameworks keep their status in the underscored method only. */
async function callPhase(filesystem: WorkspaceFilesystem, phase: Phase): Promise<void> {
  const managed: unknown = Reflect.get(filesystem, `_${phase}`)
  if (typeof managed === 'function') await Reflect.apply(managed, filesystem, [])
  else await filesystem[phase]?.()
}
