import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { IsolationUnavailableError, LocalSandbox, Workspace } from '@caisson/core'
import type { Place } from './analyse.ts'
import type { Bucket } from './start-bucket.ts'

/** A new directory of this machine. Leaving the block that uses it ends everything that runs in it, and removes it. */
export async function onThisMachine(bucket: Bucket): Promise<Place & AsyncDisposable> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caisson-quickstart-'))
  // However this ends, by Ctrl-C too, it leaves nothing behind.
  const remove = (): void => rmSync(directory, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const sandbox = await isolatedSandbox(directory)
    const workspace = new Workspace({ mounts: { '/data': bucket.open() }, sandbox })
    return {
      workspace,
      dataDirectory: 'data',
      [Symbol.asyncDispose]: async () => {
        await workspace.destroy()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Uses what this machine isolates with; without it, or where the system forbids it, says so and goes on without. */
async function isolatedSandbox(directory: string): Promise<LocalSandbox> {
  const { backend, available, message } = LocalSandbox.detectIsolation()
  let reason = message
  if (available) {
    try {
      const sandbox = new LocalSandbox({ workingDirectory: directory, isolation: backend })
      // Whether it works here shows only now. The workspace starts it again, with what it mounts.
      await sandbox.start()
      await sandbox.stop()
      console.log(`Isolation: ${backend}. Commands see their directory and the system's programs, and no network.`)
      return sandbox
    } catch (error) {
      if (!(error instanceof IsolationUnavailableError)) throw error
      reason = error.reason
    }
  }
  console.log(`Isolation: none (${reason}). Commands can do what you can do.`)
  return new LocalSandbox({ workingDirectory: directory })
}
