import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalSandbox, isIsolationAvailable, type WorkspaceSandbox } from '@caisson/core'
import { runCodeModeConformance } from '../../src/code-mode/index.js'

const directories: string[] = []

async function createSandbox(isolation: 'none' | 'bwrap'): Promise<LocalSandbox> {
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'code-mode-'))
  directories.push(workingDirectory)
  return new LocalSandbox({ workingDirectory, isolation })
}

async function cleanup(sandbox: WorkspaceSandbox): Promise<void> {
  await sandbox.destroy?.()
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
}

runCodeModeConformance({ name: 'local', slowCallMs: 500, createSandbox: async () => createSandbox('none'), cleanup })

runCodeModeConformance({
  name: 'local (bwrap)',
  slowCallMs: 500,
  unavailable: isIsolationAvailable('bwrap') ? undefined : 'bubblewrap does not work on this machine',
  createSandbox: async () => createSandbox('bwrap'),
  cleanup,
})
