import { LocalSandbox, type WorkspaceSandbox } from '@caisson/core'
import { E2BSandbox } from '@caisson/e2b'
import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { temporaryDirectory } from './temporary-directory.js'

/** One kind of sandbox that all of these tests run with. */
export interface SandboxKind {
  readonly name: string
  /** Makes a sandbox that is destroyed when the test is over. */
  create(): Promise<WorkspaceSandbox>
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
  let emulator: E2BEmulator | undefined
  beforeAll(async () => {
    emulator = await startE2BEmulator()
  })
  afterAll(async () => emulator?.close())
  return () => {
    if (!emulator) throw new Error('The emulator has not started')
    return { apiKey: 'e2b_test', apiUrl: emulator.url, sandboxUrl: emulator.url }
  }
}

/** E2B, emulated for the tests of the calling file. */
export function emulatedE2BSandbox(): SandboxKind {
  const connection = emulatedE2BConnection()
  return {
    name: 'E2BSandbox (emulated)',
    create: async () => {
      const sandbox = new E2BSandbox(connection())
      onTestFinished(() => sandbox.destroy())
      return sandbox
    },
  }
}

/** Every kind of sandbox. */
export function sandboxKinds(): readonly SandboxKind[] {
  return [localSandbox, emulatedE2BSandbox()]
}
