import type { BudgetRow, Ground } from './budget-row.js'

const list = 'GET /v2/sandboxes'
const create = 'POST /v2/sandboxes'
const look = 'GET /sandboxes/{id}'
const connect = 'POST /v2/sandboxes/{id}/connect'
const pause = 'POST /sandboxes/{id}/pause'
const kill = 'DELETE /sandboxes/{id}'
const snapshot = 'POST /sandboxes/{id}/snapshots'

/** Another process that knows the logical id only. */
async function elsewhere({ make, id }: Ground, state: 'running' | 'paused'): Promise<string> {
  const first = make({ id })
  await first.start()
  const { sandboxId = '' } = first
  if (state === 'paused') await first.stop()
  return sandboxId
}

export const lifecycleRows: readonly BudgetRow[] = [
  {
    operation: 'start, cold',
    budget: 2,
    routes: [list, create],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      return () => sandbox.start()
    },
  },
  ...(['running', 'paused'] as const).flatMap((state): BudgetRow[] => [
    {
      operation: `start by id, machine ${state}`,
      budget: 2,
      routes: [list, connect],
      prepare: async (ground) => {
        await elsewhere(ground, state)
        const sandbox = ground.make({ id: ground.id })
        return () => sandbox.start()
      },
    },
    {
      operation: `start by sandboxId, machine ${state}`,
      budget: 2,
      routes: [look, connect],
      prepare: async (ground) => {
        const sandboxId = await elsewhere(ground, state)
        const sandbox = ground.make({ sandboxId })
        return () => sandbox.start()
      },
    },
  ]),
  {
    operation: 'start again after stop',
    budget: 2,
    routes: [look, connect],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      await sandbox.stop()
      return () => sandbox.start()
    },
  },
  {
    operation: 'first command, cold start included',
    budget: 3,
    routes: [list, create, 'POST /process.Process/Start'],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      return () => sandbox.executeCommand('true')
    },
  },
  {
    operation: 'stop',
    budget: 1,
    routes: [pause],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return () => sandbox.stop()
    },
  },
  {
    operation: 'stop, detached',
    budget: 2,
    routes: [list, pause],
    prepare: async (ground) => {
      await elsewhere(ground, 'running')
      const sandbox = ground.make({ id: ground.id })
      return () => sandbox.stop()
    },
  },
  {
    operation: 'destroy, a process still running',
    budget: 1,
    routes: [kill],
    // Whoever reads output whose stream was cut looks whether there is more.
    background: ['POST /process.Process/Start'],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.executeCommand('true')
      await sandbox.processes.spawn('sleep 60')
      return () => sandbox.destroy()
    },
  },
  {
    operation: 'destroy, detached',
    budget: 2,
    routes: [list, kill],
    prepare: async (ground) => {
      await elsewhere(ground, 'paused')
      const sandbox = ground.make({ id: ground.id })
      return () => sandbox.destroy()
    },
  },
  {
    operation: 'getPortUrl',
    budget: 0,
    routes: [],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return async () => sandbox.networking?.getPortUrl(8000)
    },
  },
  {
    operation: 'getPortUrl, detached',
    budget: 1,
    routes: [list],
    prepare: async (ground) => {
      await elsewhere(ground, 'paused')
      const sandbox = ground.make({ id: ground.id })
      return async () => sandbox.networking?.getPortUrl(8000)
    },
  },
  {
    operation: 'getInfo',
    budget: 0,
    routes: [],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return () => sandbox.getInfo()
    },
  },
  {
    operation: 'snapshot',
    budget: 1,
    routes: [snapshot],
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      await sandbox.start()
      return () => sandbox.snapshot()
    },
  },
]
