import path from 'node:path'
import { onTestFinished } from 'vitest'
import { LocalSandbox, type LocalSandboxOptions } from '../../../src/sandbox/local/index.js'
import { temporaryDirectory } from './driver-machine.js'

/** A sandbox in a temporary directory; it is destroyed after the test. */
export async function localSandbox(
  options: LocalSandboxOptions = {},
): Promise<{ sandbox: LocalSandbox; directory: string; parent: string }> {
  const parent = await temporaryDirectory()
  const directory = options.workingDirectory ?? path.join(parent, 'work')
  const sandbox = new LocalSandbox({ workingDirectory: directory, ...options })
  onTestFinished(() => sandbox.destroy())
  return { sandbox, directory, parent }
}
