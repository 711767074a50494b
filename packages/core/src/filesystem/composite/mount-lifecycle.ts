import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'

type Phase = 'init' | 'destroy'

/** Initialises all mounts at the same time. One that fails is logged and shows its error; the others work. */
export async function initMounts(mounts: ReadonlyMap<string, WorkspaceFilesystem>, logger: Logger): Promise<void> {
  for (const [mountPath, reason] of await runPhase(mounts, 'init')) {
    logger.warn(`The filesystem mounted at ${mountPath} failed to initialise`, reason)
  }
}

/**
 * Destroys all mounts at the same time, each of them also when others fail.
 *
 * @throws FilesystemError `EIO` whose cause is an AggregateError of all failures
 */
export async function destroyMounts(id: string, mounts: ReadonlyMap<string, WorkspaceFilesystem>): Promise<void> {
  const failures = await runPhase(mounts, 'destroy')
  if (failures.size === 0) return
  const paths = [...failures.keys()].join(', ')
  const cause = new AggregateError([...failures.values()], `Some filesystems failed to destroy: ${paths}`)
  throw new FilesystemError(cause.message, 'EIO', id, { cause })
}

async function runPhase(mounts: ReadonlyMap<string, WorkspaceFilesystem>, phase: Phase): Promise<Map<string, unknown>> {
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
