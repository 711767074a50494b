import { Sandbox } from 'e2b'
import { afterAll, beforeAll } from 'vitest'
import { type E2BEmulator, type E2BEmulatorOptions, startE2BEmulator } from '@caisson/emulators'

/** How the vendor's client reaches an emulator. */
export interface Connection {
  readonly apiKey: string
  readonly apiUrl: string
  readonly sandboxUrl: string
}

export function connectionOf(emulator: E2BEmulator): Connection {
  return { apiKey: emulator.env['E2B_API_KEY'] ?? '', apiUrl: emulator.url, sandboxUrl: emulator.url }
}

/** One emulator for the tests of a file. */
export function useEmulator(options: E2BEmulatorOptions = {}): {
  readonly emulator: E2BEmulator
  readonly connection: Connection
} {
  let emulator: E2BEmulator | undefined
  beforeAll(async () => {
    emulator = await startE2BEmulator(options)
  })
  afterAll(() => emulator?.close())
  const present = (): E2BEmulator => {
    if (emulator === undefined) throw new TypeError('the emulator has not started')
    return emulator
  }
  return {
    get emulator() {
      return present()
    },
    get connection() {
      return connectionOf(present())
    },
  }
}

/** Runs a test with a sandbox, and kills that whatever happens. */
export async function withSandbox<T>(connection: Connection, work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await Sandbox.create({ ...connection })
  try {
    return await work(sandbox)
  } finally {
    await sandbox.kill()
  }
}
