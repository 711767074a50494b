import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalSandbox, type LocalSandboxOptions, type WorkspaceSandbox } from '@caisson/core'
import { onTestFinished } from 'vitest'

/** A local sandbox in a new directory, both gone when the test has finished. */
export async function createLocalSandbox(options: LocalSandboxOptions = {}): Promise<LocalSandbox> {
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'code-mode-'))
  const sandbox = new LocalSandbox({ workingDirectory, ...options })
  onTestFinished(async () => {
    await sandbox.destroy()
    await rm(workingDirectory, { recursive: true, force: true })
  })
  return sandbox
}

/** The same processes, of a sandbox that says nothing about channels. */
export function withoutChannel(sandbox: LocalSandbox): WorkspaceSandbox {
  const { id, name, provider, processes } = sandbox
  return { id, name, provider, status: 'running', processes, snapshot: async () => undefined }
}
