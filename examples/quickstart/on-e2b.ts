import { E2BCodeModeTransport, E2BSandbox } from '@caisson/e2b'
import { startE2BEmulator } from '@caisson/emulators'
import type { Place } from './analyse.ts'
import { remotePlace } from './remote-place.ts'
import type { Bucket } from './start-bucket.ts'

/** A new sandbox at an emulator of E2B on this machine, which needs no account: the rest is as with E2B itself. */
export async function onE2B(bucket: Bucket): Promise<(Place & AsyncDisposable) | undefined> {
  return remotePlace('E2B', await startE2BEmulator(), bucket, ({ url }) => ({
    // With an account: `new E2BSandbox()` and E2B_API_KEY in the environment. `base` needs nothing to be built.
    sandbox: new E2BSandbox({ template: 'base', apiKey: 'any', apiUrl: url, sandboxUrl: url }),
    transport: new E2BCodeModeTransport(),
  }))
}
