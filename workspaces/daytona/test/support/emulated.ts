import { afterAll, beforeAll } from 'vitest'
import { startDaytonaEmulator, type DaytonaEmulator, type DaytonaEmulatorOptions } from '@caisson/emulators'
import { DaytonaSandbox, type DaytonaSandboxOptions } from '../../src/index.js'

/** Options that lead to an emulator and nowhere else. */
export interface EmulatedConnection {
  readonly apiKey: string
  readonly apiUrl: string
  readonly target: string
}

/** One emulator for the tests of a file, and sandboxes on it that end with it. */
export interface Emulated {
  readonly emulator: DaytonaEmulator
  readonly connection: EmulatedConnection
  /** Makes a sandbox; starts nothing. */
  make(options?: DaytonaSandboxOptions): DaytonaSandbox
}

export function connectionOf({ apiUrl, env }: DaytonaEmulator): EmulatedConnection {
  return { apiKey: env.DAYTONA_API_KEY, apiUrl, target: env.DAYTONA_TARGET }
}

/** Starts an emulator before the tests of a file; afterwards nothing is left of it or of its sandboxes. */
export function useEmulated(options: DaytonaEmulatorOptions = {}): Emulated {
  let started: DaytonaEmulator | undefined
  beforeAll(async () => {
    started = await startDaytonaEmulator(options)
  })
  afterAll(() => started?.close())
  const emulator = (): DaytonaEmulator => {
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
    make: (given = {}) => new DaytonaSandbox({ ...connectionOf(emulator()), ...given }),
  }
}
