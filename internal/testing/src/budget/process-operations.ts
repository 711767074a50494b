import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessHandle } from '@caisson/core'
import type { MountSandbox } from '../mounts/mount-provider.js'
import type { Ground, Operation, Operations } from './operation.js'

const listener = { onStdout: () => undefined }
const otherEnvironment = { env: { A: 'b' } }

/** An operation on a running machine. */
function inMachine(run: (sandbox: MountSandbox) => Promise<unknown>, { isFirst = true } = {}): Operation {
  return {
    prepare: async (ground) => {
      const sandbox = await running(ground)
      if (!isFirst) await run(sandbox)
      return () => run(sandbox)
    },
  }
}

/** The same, once more after it was done once in the machine. */
function again(run: (sandbox: MountSandbox) => Promise<unknown>): Operation {
  return inMachine(run, { isFirst: false })
}

/** An operation on a process that reads. */
function ofProcess(run: (process: ProcessHandle) => Promise<unknown>): Operation {
  return {
    prepare: async (ground) => {
      const sandbox = await running(ground)
      const process = await sandbox.processes.spawn('cat')
      return () => run(process)
    },
  }
}

async function running(ground: Ground): Promise<MountSandbox> {
  const sandbox = ground.make({ id: ground.id })
  await sandbox.start()
  return sandbox
}

async function listen(sandbox: MountSandbox): Promise<void> {
  await sandbox.executeCommand('echo out', [], listener)
}

async function listenInEnvironment(sandbox: MountSandbox): Promise<void> {
  await sandbox.executeCommand('echo "$A"; sleep 0.5', [], { ...listener, ...otherEnvironment })
}

async function spawnAndWait(sandbox: MountSandbox): Promise<void> {
  const process = await sandbox.processes.spawn('echo out; sleep 0.1; echo more')
  await process.wait()
}

export const processOperations = {
  'executeCommand, first of a machine': inMachine((sandbox) => sandbox.executeCommand('true')),
  'executeCommand, with arguments, cwd and env': again((sandbox) =>
    sandbox.executeCommand('printf', ['%s', 'a b'], { cwd: '/tmp', env: { A: '1' } }),
  ),
  'executeCommand, exit code 3': inMachine((sandbox) => sandbox.executeCommand('echo out; echo err >&2; exit 3')),
  'executeCommand with a time-out that is not reached': inMachine((sandbox) =>
    sandbox.executeCommand('true', [], { timeout: 60_000 }),
  ),
  'executeCommand, 1 MB of output': inMachine((sandbox) =>
    sandbox.executeCommand('head -c 1000000 /dev/zero | tr "\\0" x'),
  ),
  'executeCommand with a listener, first of a machine': inMachine(listen),
  'executeCommand with a listener, next': again(listen),
  'executeCommand with a listener and env, next': again(listenInEnvironment),
  'spawn and wait, first of a machine': inMachine(spawnAndWait),
  'spawn and wait, next': again(spawnAndWait),
  'list processes': inMachine((sandbox) => sandbox.processes.list()),
  sendStdin: ofProcess((process) => process.sendStdin('one line\n')),
  closeStdin: ofProcess(async (process) => process.closeStdin?.()),
  'kill a process': ofProcess((process) => process.kill()),
  'get a process of another client, and read what it printed': {
    prepare: async (ground) => {
      const first = await running(ground)
      const { pid } = await first.processes.spawn('echo before; cat')
      const second = ground.make({ id: ground.id, sandboxId: first.sandboxId })
      await second.start()
      return async () => {
        const process = await second.processes.get(pid)
        if (!process) throw new TypeError('the process was not found')
        while (process.stdout !== 'before\n') await wait(5)
      }
    },
  },
} as const satisfies Operations
