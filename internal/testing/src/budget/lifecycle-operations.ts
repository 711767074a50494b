import type { MountSandbox } from '../mounts/mount-provider.js'
import type { Ground, Operations } from './operation.js'

async function started({ make, id }: Ground): Promise<MountSandbox> {
  const sandbox = make({ id })
  await sandbox.start()
  return sandbox
}

/** Another process that knows the logical id only. */
async function elsewhere(ground: Ground, state: 'running' | 'stopped'): Promise<string> {
  const first = await started(ground)
  const { sandboxId = '' } = first
  if (state === 'stopped') await first.stop()
  return sandboxId
}

/** A start of a machine that this host does not know yet. */
function startElsewhere(state: 'running' | 'stopped', by: 'id' | 'sandboxId'): Operations[string] {
  return {
    prepare: async (ground) => {
      const sandboxId = await elsewhere(ground, state)
      const sandbox = ground.make(by === 'id' ? { id: ground.id } : { sandboxId })
      return () => sandbox.start()
    },
  }
}

export const lifecycleOperations = {
  'start, cold': {
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      return () => sandbox.start()
    },
  },
  'start by id, machine running': startElsewhere('running', 'id'),
  'start by sandboxId, machine running': startElsewhere('running', 'sandboxId'),
  'start by id, machine stopped': startElsewhere('stopped', 'id'),
  'start by sandboxId, machine stopped': startElsewhere('stopped', 'sandboxId'),
  'start again after stop': {
    prepare: async (ground) => {
      const sandbox = await started(ground)
      await sandbox.stop()
      return () => sandbox.start()
    },
  },
  'first command, cold start included': {
    prepare: async ({ make, id }) => {
      const sandbox = make({ id })
      return () => sandbox.executeCommand('true')
    },
  },
  stop: {
    prepare: async (ground) => {
      const sandbox = await started(ground)
      return () => sandbox.stop()
    },
  },
  'stop, detached': {
    prepare: async (ground) => {
      await elsewhere(ground, 'running')
      const sandbox = ground.make({ id: ground.id })
      return () => sandbox.stop()
    },
  },
  'destroy, a process still running': {
    prepare: async (ground) => {
      const sandbox = await started(ground)
      await sandbox.executeCommand('true')
      await sandbox.processes.spawn('sleep 60')
      return () => sandbox.destroy()
    },
  },
  'destroy, detached': {
    prepare: async (ground) => {
      await elsewhere(ground, 'stopped')
      const sandbox = ground.make({ id: ground.id })
      return () => sandbox.destroy()
    },
  },
  getPortUrl: {
    prepare: async (ground) => {
      const sandbox = await started(ground)
      return async () => sandbox.networking?.getPortUrl(8000)
    },
  },
  'getPortUrl, detached': {
    prepare: async (ground) => {
      await elsewhere(ground, 'stopped')
      const sandbox = ground.make({ id: ground.id })
      return async () => sandbox.networking?.getPortUrl(8000)
    },
  },
  getInfo: {
    prepare: async (ground) => {
      const sandbox = await started(ground)
      return () => sandbox.getInfo()
    },
  },
} as const satisfies Operations
