import { startPlatformEmulator } from '@caisson/emulators'
import { PlatformCodeModeTransport, PlatformSandbox } from '@caisson/platform'
import type { Place } from './analyse.ts'
import { remotePlace } from './remote-place.ts'
import type { Bucket } from './start-bucket.ts'

/** A new sandbox at an emulator of the platform on this machine, which needs no account: the rest is as with the platform itself. */
export async function onPlatform(bucket: Bucket): Promise<(Place & AsyncDisposable) | undefined> {
  return remotePlace('Platform', await startPlatformEmulator(), bucket, ({ url, env }) => ({
    // With an account: `new PlatformSandbox()`, and MASTRA_PLATFORM_ACCESS_TOKEN, MASTRA_PROJECT_ID and
    // MASTRA_ENVIRONMENT_ID in the environment.
    sandbox: new PlatformSandbox({
      accessToken: 'any',
      projectId: env.MASTRA_PROJECT_ID,
      environmentId: env.MASTRA_ENVIRONMENT_ID,
      baseUrl: url,
    }),
    transport: new PlatformCodeModeTransport(),
  }))
}
