import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalSandbox, isIsolationAvailable, type WorkspaceSandbox } from '@caisson/core'
import { runCodeModeConformance } from '../../src/code-mode/index.js'

const directories: string[] = []

async function cleanup(sandbox: WorkspaceSandbox): Promise<void> {
  await sandbox.destroy?.()
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
}

/** Runs the suite of code mode on this machine, with or without isolation. */
export function runOnLocalSandbox(isolation: 'none' | 'bwrap'): void {
  const isAvailable = isolation === 'none' || isIsolationAvailable('bwrap')
  runCodeModeConformance({
    name: isolation === 'none' ? 'local' : `local (${isolation})`,
    // Two more processes start before the program does.
    slowCallMs: isolation === 'none' ? 500 : 1000,
    unavailable: isAvailable ? undefined : 'bubblewrap does not work on this machine',
    createSandbox: async () => {
      const workingDirectory = await mkdtemp(path.join(tmpdir(), 'code-mode-'))
      directories.push(workingDirectory)
      return new LocalSandbox({ workingDirectory, isolation })
    },
    cleanup,
  })
}
