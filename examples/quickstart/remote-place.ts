import { Workspace, type CodeModeTransport, type WorkspaceSandbox } from '@caisson/core'
import type { HostDescription } from '@caisson/emulators'
import type { Place } from './analyse.ts'
import type { Bucket } from './start-bucket.ts'

/** What all emulators of sandbox vendors have. */
interface Emulator {
  describe(): { readonly machines: HostDescription }
  close(): Promise<void>
}

/**
 * A workspace over a sandbox of an emulator on this machine. `undefined` where this machine cannot keep a sandbox's files
 * apart from its own.
 */
export async function remotePlace<Started extends Emulator>(
  vendor: string,
  emulator: Started,
  bucket: Bucket,
  make: (emulator: Started) => { sandbox: WorkspaceSandbox; transport: CodeModeTransport },
): Promise<(Place & AsyncDisposable) | undefined> {
  const { backing, summary } = emulator.describe().machines
  if (backing === 'directory') {
    console.log(`\n${vendor}, emulated: left out, since it needs root or bubblewrap (${summary}).`)
    await emulator.close()
    return undefined
  }
  console.log(`\n${vendor}, emulated: ${summary}.`)
  const { sandbox, transport } = make(emulator)
  const workspace = new Workspace({
    mounts: { '/data': bucket.open() },
    sandbox,
    // At the vendor a missing tool would be installed. This machine has what the machine around it has, and is left as it is.
    onMount: async () => {
      const result = await sandbox.executeCommand?.('command -v s3fs')
      return result?.success ? undefined : { success: false, error: 'there is no s3fs in the sandbox' }
    },
  })
  return {
    workspace,
    dataDirectory: '/data',
    transport,
    [Symbol.asyncDispose]: async () => {
      try {
        await workspace.destroy()
      } finally {
        await emulator.close()
      }
    },
  }
}
