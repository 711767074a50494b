import { startPlatformEmulator, type PlatformEmulator, type PlatformEmulatorOptions } from '@caisson/emulators'
import { afterAll, beforeAll } from 'vitest'
import { PlatformSandbox, type PlatformSandboxOptions } from '../../src/index.js'

/** Options that lead to an emulator and nowhere else. */
export interface EmulatedConnection {
  readonly accessToken: string
  readonly projectId: string
  readonly environmentId: string
  readonly baseUrl: string
}

/** One emulator for the tests of a file, and sandboxes on it that end with it. */
export interface Emulated {
  readonly emulator: PlatformEmulator
  readonly connection: EmulatedConnection
  /** Makes a sandbox; starts nothing. */
  make(options?: PlatformSandboxOptions): PlatformSandbox
}

export function connectionOf({ url, env }: PlatformEmulator): EmulatedConnection {
  return {
    accessToken: env.MASTRA_PLATFORM_ACCESS_TOKEN,
    projectId: env.MASTRA_PROJECT_ID,
    environmentId: env.MASTRA_ENVIRONMENT_ID,
    baseUrl: url,
  }
}

/** Starts an emulator before the tests of a file; afterwards nothing is left of it or of its sandboxes. */
export function useEmulated(options: PlatformEmulatorOptions = {}): Emulated {
  let started: PlatformEmulator | undefined
  beforeAll(async () => {
    started = await startPlatformEmulator(options)
  })
  afterAll(() => started?.close())
  const emulator = (): PlatformEmulator => {
    if (started === undefined) throw new TypeError('the emulator has not started')
    return started
  }
  return {
    get emulator() {
      return emulator()
    },
    get connection() {
      return connectionOf(emulator())
    },
    make: (given = {}) => new PlatformSandbox({ ...connectionOf(emulator()), ...given }),
  }
}
