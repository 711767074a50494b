import { startDaytonaEmulator, type DaytonaEmulator } from '@caisson/emulators'
import type { SandboxTarget } from '@caisson/conformance'
import { bucketTarget } from '@caisson/testing'
import { DaytonaSandbox, type DaytonaSandboxOptions } from '../../src/index.js'

/** A target over DaytonaSandbox on an emulator of its own. The same id is the same machine. */
export async function daytonaTarget(
  given: DaytonaSandboxOptions = {},
): Promise<SandboxTarget & { emulator: DaytonaEmulator; close(): Promise<void> }> {
  const emulator = await startDaytonaEmulator()
  const connection = { apiKey: 'dtn_test', apiUrl: emulator.apiUrl, target: 'us' }
  const { closeBuckets, ...buckets } = await bucketTarget(emulator)
  return {
    name: 'daytona (emulated)',
    emulator,
    // Each case has a machine of its own, and many run at once.
    caseLimitMs: 60_000,
    create: ({ checkpointName: _unused, seedCheckpointName: _other, ...options }) =>
      new DaytonaSandbox({ ...connection, ...given, ...options }),
    ...buckets,
    close: async () => {
      await emulator.close()
      await closeBuckets()
    },
  }
}
