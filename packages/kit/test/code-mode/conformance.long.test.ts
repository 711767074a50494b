import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCodeModeConformance } from '@caisson/conformance'
import { LocalSandbox } from '@caisson/core'
import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'

const directories: string[] = []

runCodeModeConformance({
  name: 'local, as if it were remote',
  slowCallMs: 500,
  createSandbox: async () => {
    const workingDirectory = await mkdtemp(path.join(tmpdir(), 'remote-code-mode-'))
    directories.push(workingDirectory)
    return new LocalSandbox({ workingDirectory })
  },
  createTransport: () => new RemoteCodeModeTransport(),
  cleanup: async (sandbox) => {
    await sandbox.destroy?.()
    for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
  },
})
