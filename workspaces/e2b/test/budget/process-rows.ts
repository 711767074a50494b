import type { ProcessHandle } from '@caisson/core'
import type { BudgetRow, Ground } from './budget-row.js'

const start = 'POST /process.Process/Start'
const list = 'POST /process.Process/List'
const input = 'POST /process.Process/SendInput'
const closeInput = 'POST /process.Process/CloseStdin'

async function running(ground: Ground) {
  const sandbox = ground.make({ id: ground.id })
  await sandbox.start()
  return sandbox
}

async function cat(ground: Ground): Promise<ProcessHandle> {
  const sandbox = await running(ground)
  return sandbox.processes.spawn('cat')
}

export const processRows: readonly BudgetRow[] = [
  {
    operation: 'executeCommand',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const sandbox = await running(ground)
      return () => sandbox.executeCommand('printf', ['%s', 'a b'], { cwd: '/tmp', env: { A: '1' } })
    },
  },
  {
    operation: 'executeCommand, exit code 3',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const sandbox = await running(ground)
      return () => sandbox.executeCommand('echo out; echo err >&2; exit 3')
    },
  },
  {
    operation: 'executeCommand with a time-out that is not reached',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const sandbox = await running(ground)
      return () => sandbox.executeCommand('true', [], { timeout: 60_000 })
    },
  },
  {
    operation: 'executeCommand, 1 MB of output',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const sandbox = await running(ground)
      return () => sandbox.executeCommand('head -c 1000000 /dev/zero | tr "\\0" x')
    },
  },
  {
    operation: 'spawn and wait',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const sandbox = await running(ground)
      return async () => (await sandbox.processes.spawn('echo out; sleep 0.1; echo more')).wait()
    },
  },
  {
    operation: 'list processes',
    budget: 1,
    routes: [list],
    prepare: async (ground) => {
      const sandbox = await running(ground)
      return () => sandbox.processes.list()
    },
  },
  {
    operation: 'sendStdin',
    budget: 1,
    routes: [input],
    prepare: async (ground) => {
      const process = await cat(ground)
      return () => process.sendStdin('one line\n')
    },
  },
  {
    operation: 'closeStdin',
    budget: 1,
    routes: [closeInput],
    prepare: async (ground) => {
      const process = await cat(ground)
      return async () => process.closeStdin?.()
    },
  },
  {
    operation: 'kill a process',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const process = await cat(ground)
      return () => process.kill()
    },
  },
  {
    operation: 'get a process of another client, and read what it printed',
    budget: 1,
    routes: [start],
    prepare: async (ground) => {
      const first = await running(ground)
      const { pid } = await first.processes.spawn('echo before; cat')
      const second = ground.make({ id: ground.id })
      await second.start()
      return () => second.processes.get(pid)
    },
  },
]
