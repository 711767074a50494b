import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalSandbox, type WorkspaceSandbox } from '@caisson/core'
import { runCodeModeConformance } from '../../src/code-mode/index.js'

const directories: string[] = []

async function createSandbox(): Promise<LocalSandbox> {
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'code-mode-'))
  directories.push(workingDirectory)
  return new LocalSandbox({ workingDirectory })
}

async function cleanup(sandbox: WorkspaceSandbox): Promise<void> {
  await sandbox.destroy?.()
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
}

/** The same processes, of a provider that says nothing of channels: frames share stdout with what is printed. */
runCodeModeConformance({
  name: 'local, frames on stdout',
  slowCallMs: 500,
  createSandbox: async () => {
    const sandbox = await createSandbox()
    const { id, name, provider, processes } = sandbox
    const foreign: WorkspaceSandbox = {
      id,
      name,
      provider,
      status: 'running',
      processes,
      snapshot: async () => undefined,
      destroy: async () => cleanup(sandbox),
    }
    return foreign
  },
})
