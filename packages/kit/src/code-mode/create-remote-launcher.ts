import type { ProgramLauncher, ProgramProcess, WorkspaceSandbox } from '@caisson/core'
import { startSandbox } from './start-sandbox.js'
import { ReplyBatch } from './reply-batch.js'

/** Makes a launcher fit for machines that every call takes a request to. */
export function createRemoteLauncher(sandbox: WorkspaceSandbox, launcher: ProgramLauncher): ProgramLauncher {
  return {
    ...launcher,
    start: async (start) => {
      await startSandbox(sandbox, start.signal)
      // A sandbox that came too late gets nothing to do.
      start.signal.throwIfAborted()
      return toRemoteProcess(await launcher.start(start))
    },
  }
}

/** Replies go together, and nobody waits for what is only to be cleaned up. */
function toRemoteProcess(process: ProgramProcess): ProgramProcess {
  const replies = new ReplyBatch(async (text) => process.send(text))
  let killed: Promise<unknown> | undefined
  return {
    exited: process.exited,
    send: async (text) => replies.send(text),
    kill: async () => {
      // Where it fails, the machine is out of reach or gone, and the result is known all the same.
      killed ??= process.kill().catch(() => undefined)
    },
    release: () => {
      if (killed) void killed.then(() => process.release())
      else process.release()
    },
  }
}
