import type { WorkspaceFilesystem } from '@caisson/core'
import type { MountSandbox } from '../mounts/mount-provider.js'
import type { Ground, MountGround, Operation, Operations } from './operation.js'

/** Whatever was to be mounted is, or the row is about something else. */
function requireMounted({ mounts }: MountSandbox, count: number): void {
  const entries = [...(mounts?.entries ?? [])]
  const failed = entries.filter(([, { state }]) => state !== 'mounted')
  if (failed.length === 0 && entries.length === count) return
  const told = failed.map(([path, { state, error }]) => `${path} ${state}: ${error}`)
  throw new TypeError(`Expected ${count} mounts, got ${entries.length}; ${told.join('; ')}`)
}

interface Setting {
  readonly ground: Ground
  readonly mounts: MountGround
  /** Makes a sandbox whose mounts are wanted, but not mounted. */
  pending(filesystems: Record<string, WorkspaceFilesystem>, image?: string): MountSandbox
}

function mountOperation(prepare: (setting: Setting) => Promise<() => Promise<unknown>>): Operation {
  return {
    needsMounts: true,
    prepare: async (ground) => {
      const mounts = await ground.mounts()
      return prepare({
        ground,
        mounts,
        pending: (filesystems, image = mounts.image) => {
          const sandbox = ground.make({ id: ground.id, image })
          sandbox.mounts?.add(filesystems)
          return sandbox
        },
      })
    },
  }
}

/** Mounts in a machine that runs already. */
function mounting(count: 1 | 3, isBare: boolean): Operation {
  return mountOperation(async ({ pending, mounts }) => {
    const sandbox = pending({}, isBare ? mounts.bareImage : mounts.image)
    await sandbox.start()
    sandbox.mounts?.add(count === 1 ? mounts.one() : isBare ? mounts.threeAlike() : mounts.three())
    return async () => {
      await sandbox.mounts?.processPending()
      requireMounted(sandbox, count)
    }
  })
}

/** An operation on a started machine with three mounts. */
function withThree(run: (sandbox: MountSandbox, paths: readonly string[]) => Promise<unknown>): Operation {
  return mountOperation(async ({ pending, mounts }) => {
    const filesystems = mounts.three()
    const sandbox = pending(filesystems)
    await sandbox.start()
    return () => run(sandbox, Object.keys(filesystems))
  })
}

export const mountOperations = {
  'mount one bucket': mounting(1, false),
  'mount one bucket, tool missing': mounting(1, true),
  'mount three buckets: S3, GCS, Azure': mounting(3, false),
  'mount three buckets, tool missing': mounting(3, true),
  'start, cold, with three mounts': mountOperation(async ({ pending, mounts }) => {
    const sandbox = pending(mounts.three())
    return async () => {
      await sandbox.start()
      requireMounted(sandbox, 3)
    }
  }),
  'start by id, machine running, its three mounts kept': mountOperation(async ({ pending, mounts }) => {
    await pending(mounts.three()).start()
    const second = pending(mounts.three())
    return async () => {
      await second.start()
      requireMounted(second, 3)
    }
  }),
  'start again after stop, with three mounts': mountOperation(async ({ pending, mounts }) => {
    const sandbox = pending(mounts.three())
    await sandbox.start()
    await sandbox.stop()
    return async () => {
      await sandbox.start()
      requireMounted(sandbox, 3)
    }
  }),
  'unmount one of three': withThree(async (sandbox, [path = '']) => sandbox.unmount(path)),
  'stop, with three mounts': withThree((sandbox) => sandbox.stop()),
  'destroy, with three mounts': withThree((sandbox) => sandbox.destroy()),
} as const satisfies Operations
