import { Workspace } from '@caisson/core'
import { E2BCodeModeTransport, E2BSandbox } from '@caisson/e2b'
import { startE2BEmulator } from '@caisson/emulators'
import type { Place } from './analyse.ts'
import type { Bucket } from './start-bucket.ts'

/**
 * A new sandbox at an emulator of E2B on this machine, which needs no account: the rest is as with E2B itself. `undefined`
 * where this machine cannot keep a sandbox's files apart from its own.
 */
export async function onE2B(bucket: Bucket): Promise<(Place & AsyncDisposable) | undefined> {
  const emulator = await startE2BEmulator()
  const { backing, summary } = emulator.describe().machines
  if (backing === 'directory') {
    console.log(`\nE2B, emulated: left out, since it needs root or bubblewrap (${summary}).`)
    await emulator.close()
    return undefined
  }
  console.log(`\nE2B, emulated: ${summary}.`)
  // With an account: `new E2BSandbox()` and E2B_API_KEY in the environment.
  const sandbox = new E2BSandbox({ apiKey: 'any', apiUrl: emulator.url, sandboxUrl: emulator.url })
  const workspace = new Workspace({
    mounts: { '/data': bucket.open() },
    sandbox,
    // At E2B a missing tool would be installed. This machine has what the machine around it has, and is left as it is.
    onMount: async () => {
      const { success } = await sandbox.executeCommand('command -v s3fs')
      return success ? undefined : { success: false, error: 'there is no s3fs in the sandbox' }
    },
  })
  return {
    workspace,
    dataDirectory: '/data',
    transport: new E2BCodeModeTransport(),
    [Symbol.asyncDispose]: async () => {
      try {
        await workspace.destroy()
      } finally {
        await emulator.close()
      }
    },
  }
}
