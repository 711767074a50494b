import { LocalSandbox, type WorkspaceSandbox } from '@caisson/core'
import { onTestFinished } from 'vitest'
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
