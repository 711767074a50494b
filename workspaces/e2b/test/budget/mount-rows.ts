import type { WorkspaceFilesystem } from '@caisson/core'
import type { E2BSandbox } from '../../src/index.js'
import type { BudgetRow, Ground, MountGround } from './budget-row.js'

const list = 'GET /v2/sandboxes'
const create = 'POST /v2/sandboxes'
const look = 'GET /sandboxes/{id}'
const connect = 'POST /v2/sandboxes/{id}/connect'
const pause = 'POST /sandboxes/{id}/pause'
const kill = 'DELETE /sandboxes/{id}'
const script = 'POST /process.Process/Start'

/** Whatever was to be mounted is, or the row is about something else. */
function requireMounted({ mounts }: E2BSandbox, count: number): void {
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
  pending(filesystems: Record<string, WorkspaceFilesystem>, template?: string): E2BSandbox
}

function mountRow(
  row: Omit<BudgetRow, 'prepare' | 'needsMounts'>,
  prepare: (setting: Setting) => Promise<() => Promise<unknown>>,
): BudgetRow {
  return {
    ...row,
    needsMounts: true,
    prepare: async (ground) => {
      const mounts = await ground.mounts()
      return prepare({
        ground,
        mounts,
        pending: (filesystems, template = mounts.template) => {
          const sandbox = ground.make({ id: ground.id, template })
          sandbox.mounts?.add(filesystems)
          return sandbox
        },
      })
    },
  }
}

/** Mounts in a machine that runs already. */
function mounting(operation: string, budget: number, count: 1 | 3, isBare: boolean): BudgetRow {
  const routes = isBare ? [script, script] : [script]
  return mountRow({ operation, budget, routes }, async ({ pending, mounts }) => {
    const sandbox = pending({}, isBare ? mounts.bareTemplate : mounts.template)
    await sandbox.start()
    sandbox.mounts?.add(count === 1 ? mounts.one() : isBare ? mounts.threeAlike() : mounts.three())
    return async () => {
      await sandbox.mounts?.processPending()
      requireMounted(sandbox, count)
    }
  })
}

export const mountRows: readonly BudgetRow[] = [
  mounting('mount one bucket', 2, 1, false),
  mounting('mount one bucket, tool missing', 3, 1, true),
  mounting('mount three buckets: S3, GCS, Azure', 3, 3, false),
  mounting('mount three buckets, tool missing', 4, 3, true),
  mountRow(
    { operation: 'start, cold, with three mounts', budget: 2 + 3, routes: [list, create, script] },
    async ({ pending, mounts }) => {
      const sandbox = pending(mounts.three())
      return async () => {
        await sandbox.start()
        requireMounted(sandbox, 3)
      }
    },
  ),
  mountRow(
    {
      operation: 'start by id, machine running, its three mounts kept',
      budget: 2 + 1,
      routes: [list, connect, script],
    },
    async ({ pending, mounts }) => {
      await pending(mounts.three()).start()
      const second = pending(mounts.three())
      return async () => {
        await second.start()
        requireMounted(second, 3)
      }
    },
  ),
  mountRow(
    { operation: 'start again after stop, with three mounts', budget: 2 + 3, routes: [look, connect, script] },
    async ({ pending, mounts }) => {
      const sandbox = pending(mounts.three())
      await sandbox.start()
      await sandbox.stop()
      return async () => {
        await sandbox.start()
        requireMounted(sandbox, 3)
      }
    },
  ),
  mountRow({ operation: 'unmount one of three', budget: 1, routes: [script] }, async ({ pending, mounts }) => {
    const filesystems = mounts.three()
    const sandbox = pending(filesystems)
    await sandbox.start()
    const [path = ''] = Object.keys(filesystems)
    return () => sandbox.unmount(path)
  }),
  mountRow(
    { operation: 'stop, with three mounts', budget: 2, routes: [script, pause] },
    async ({ pending, mounts }) => {
      const sandbox = pending(mounts.three())
      await sandbox.start()
      return () => sandbox.stop()
    },
  ),
  mountRow({ operation: 'destroy, with three mounts', budget: 1, routes: [kill] }, async ({ pending, mounts }) => {
    const sandbox = pending(mounts.three())
    await sandbox.start()
    return () => sandbox.destroy()
  }),
]
