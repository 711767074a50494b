import type { AcquireRequest } from '@caisson/core/driver'
import { silentLogger } from '@caisson/core/driver'
import { startDaytonaEmulator, type DaytonaEmulator, type DaytonaEmulatorOptions } from '@caisson/emulators'
import { afterAll, beforeAll } from 'vitest'
import { DaytonaDriver } from '../../src/driver/daytona-driver.js'
import { resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'
import { connectionOf } from './emulated.js'

/** One emulator for the tests of a file, and drivers that lead to it. */
export interface DriverBench {
  readonly emulator: DaytonaEmulator
  drive(options?: DaytonaSandboxOptions): DaytonaDriver
}

export function useDrivers(options: DaytonaEmulatorOptions = {}): DriverBench {
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
    drive: (given = {}) =>
      new DaytonaDriver({
        options: resolveDaytonaOptions({ ...connectionOf(emulator()), ...given }),
        startTimeoutMs: given.startTimeoutMs ?? 60_000,
        workingDirectory: given.workingDirectory,
        described: {},
        logger: () => given.logger ?? silentLogger,
      }),
  }
}

/** What core asks a driver for. */
export function acquire(id: string, given: Partial<AcquireRequest> = {}): AcquireRequest {
  return { id, env: {}, signal: new AbortController().signal, ...given }
}
