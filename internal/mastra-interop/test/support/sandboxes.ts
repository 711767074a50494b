import { LocalSandbox, type WorkspaceSandbox } from '@caisson/core'
import { DaytonaSandbox } from '@caisson/daytona'
import { E2BSandbox } from '@caisson/e2b'
import { startDaytonaEmulator, startE2BEmulator, startPlatformEmulator } from '@caisson/emulators'
import { PlatformSandbox } from '@caisson/platform'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from './temporary-directory.js'
import { useEmulator } from './use-emulator.js'

/** One kind of sandbox that all of these tests run with. */
export interface SandboxKind {
  readonly name: string
  /** Makes a sandbox that is destroyed when the test is over. */
  create(): Promise<WorkspaceSandbox>
}

/** What leads a client to the platform. */
export interface PlatformConnection {
  readonly accessToken: string
  readonly projectId: string
  readonly environmentId: string
  readonly baseUrl: string
}

export const localSandbox: SandboxKind = {
  name: 'LocalSandbox',
  create: async () => {
    const sandbox = new LocalSandbox({ workingDirectory: await temporaryDirectory() })
    onTestFinished(() => sandbox.destroy())
    return sandbox
  },
}

/** Options that lead to an emulator of the calling file's own, which is closed after its tests. */
export function emulatedE2BConnection(): () => { apiKey: string; apiUrl: string; sandboxUrl: string } {
  const emulator = useEmulator(startE2BEmulator)
  return () => ({ apiKey: 'e2b_test', apiUrl: emulator().url, sandboxUrl: emulator().url })
}

/** E2B, emulated for the tests of the calling file. */
export function emulatedE2BSandbox(): SandboxKind {
  const connection = emulatedE2BConnection()
  return emulated('E2BSandbox', () => new E2BSandbox({ template: 'base', ...connection() }))
}

/** As `emulatedE2BConnection`, for Daytona. */
export function emulatedDaytonaConnection(): () => { apiKey: string; apiUrl: string; target: string } {
  const emulator = useEmulator(startDaytonaEmulator)
  return () => ({ apiKey: 'dtn_test', apiUrl: emulator().apiUrl, target: emulator().env.DAYTONA_TARGET })
}

/** Daytona, emulated for the tests of the calling file. */
export function emulatedDaytonaSandbox(): SandboxKind {
  const connection = emulatedDaytonaConnection()
  return emulated('DaytonaSandbox', () => new DaytonaSandbox(connection()))
}

/** As `emulatedE2BConnection`, for Platform. */
export function emulatedPlatformConnection(): () => PlatformConnection {
  const emulator = useEmulator(startPlatformEmulator)
  return () => ({
    accessToken: 'platform_test',
    projectId: emulator().env.MASTRA_PROJECT_ID,
    environmentId: emulator().env.MASTRA_ENVIRONMENT_ID,
    baseUrl: emulator().url,
  })
}

/** Platform, emulated for the tests of the calling file. */
export function emulatedPlatformSandbox(): SandboxKind {
  const connection = emulatedPlatformConnection()
  return emulated('PlatformSandbox', () => new PlatformSandbox(connection()))
}

/** Every kind of sandbox. */
export function sandboxKinds(): readonly SandboxKind[] {
  return [localSandbox, emulatedE2BSandbox(), emulatedDaytonaSandbox(), emulatedPlatformSandbox()]
}

function emulated(name: string, make: () => WorkspaceSandbox & { destroy(): Promise<void> }): SandboxKind {
  return {
    name: `${name} (emulated)`,
    create: async () => {
      const sandbox = make()
      onTestFinished(() => sandbox.destroy())
      return sandbox
    },
  }
}
