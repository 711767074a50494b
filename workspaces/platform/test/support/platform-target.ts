import type { SandboxTarget } from '@caisson/conformance'
import { startPlatformEmulator, type PlatformEmulator, type PlatformEmulatorOptions } from '@caisson/emulators'
import { bucketTarget } from '@caisson/testing'
import { PlatformSandbox, type PlatformSandboxOptions } from '../../src/index.js'
import { connectionOf } from './emulated.js'

/** A target over PlatformSandbox on an emulator of its own. */
export async function platformTarget(
  given: PlatformSandboxOptions = {},
  options: PlatformEmulatorOptions = {},
): Promise<SandboxTarget & { emulator: PlatformEmulator; close(): Promise<void> }> {
  const emulator = await startPlatformEmulator(options)
  const { closeBuckets, ...buckets } = await bucketTarget(emulator)
  return {
    name: 'platform (emulated)',
    emulator,
    // Each case has a machine of its own, and many run at once.
    caseLimitMs: 60_000,
    // The id is the name of the checkpoint.
    create: ({ checkpointName, id = checkpointName, ...common }) =>
      new PlatformSandbox({ ...connectionOf(emulator), ...given, ...common, id }),
    ...buckets,
    close: async () => {
      await emulator.close()
      await closeBuckets()
    },
  }
}
