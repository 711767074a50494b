import { afterAll, beforeAll } from 'vitest'
import { startE2BEmulator, type E2BEmulator, type E2BEmulatorOptions } from '@caisson/emulators'
import { E2BSandbox, type E2BSandboxOptions } from '../../src/index.js'

/** One emulator for the tests of a file, and sandboxes on it that are destroyed when they are over. */
export interface Emulated {
  readonly emulator: E2BEmulator
  /** Options that lead to the emulator and nowhere else. */
  readonly connection: { readonly apiKey: string; readonly apiUrl: string; readonly sandboxUrl: string }
  /** Makes a sandbox; starts nothing. Its template is `base` unless the options have one, `undefined` included. */
  make(options?: E2BSandboxOptions): E2BSandbox
}

/** Starts an emulator before the tests of a file; afterwards nothing is left of it or of its sandboxes. */
export function useEmulated(options: E2BEmulatorOptions = {}): Emulated {
  let started: E2BEmulator | undefined
  beforeAll(async () => {
    started = await startE2BEmulator(options)
  })
  afterAll(() => started?.close())
  const emulator = (): E2BEmulator => {
    if (started === undefined) throw new TypeError('the emulator has not started')
    return started
  }
  const connection = (): Emulated['connection'] => ({
    apiKey: 'e2b_test',
    apiUrl: emulator().url,
    sandboxUrl: emulator().url,
  })
  return {
    get emulator() {
      return emulator()
    },
    get connection() {
      return connection()
    },
    make: (given = {}) => new E2BSandbox({ ...connection(), template: 'base', ...given }),
  }
}
