import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import type { SandboxTarget } from '@caisson/conformance'
import { bucketTarget } from '@caisson/testing'
import { E2BSandbox } from '../../src/index.js'

const knownFailing = {
  'process/streams/joining-inside-a-character':
    'the SDK keeps the beginning of a character back until its rest has come; nothing is lost',
}

/** A target over E2BSandbox on an emulator of its own. The same id is the same machine. */
export async function e2bTarget(): Promise<SandboxTarget & { emulator: E2BEmulator; close(): Promise<void> }> {
  const emulator = await startE2BEmulator()
  const connection = { apiKey: 'e2b_test', apiUrl: emulator.url, sandboxUrl: emulator.url }
  const { closeBuckets, ...buckets } = await bucketTarget(emulator)
  return {
    name: 'e2b (emulated)',
    emulator,
    knownFailing,
    // Each case has a machine of its own, and many run at once.
    caseLimitMs: 60_000,
    create: (options) => new E2BSandbox({ ...connection, template: 'base', ...options }),
    ...buckets,
    close: async () => {
      await emulator.close()
      await closeBuckets()
    },
  }
}
