import { DaytonaCodeModeTransport, DaytonaSandbox } from '@caisson/daytona'
import { startDaytonaEmulator } from '@caisson/emulators'
import type { Place } from './analyse.ts'
import { remotePlace } from './remote-place.ts'
import type { Bucket } from './start-bucket.ts'

/** A new sandbox at an emulator of Daytona on this machine, which needs no account: the rest is as with Daytona itself. */
export async function onDaytona(bucket: Bucket): Promise<(Place & AsyncDisposable) | undefined> {
  return remotePlace('Daytona', await startDaytonaEmulator(), bucket, ({ apiUrl }) => ({
    // With an account: `new DaytonaSandbox()` and DAYTONA_API_KEY in the environment.
    sandbox: new DaytonaSandbox({ apiKey: 'any', apiUrl }),
    transport: new DaytonaCodeModeTransport(),
  }))
}
