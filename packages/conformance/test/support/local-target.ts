import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalFilesystem, LocalSandbox } from '@caisson/core'
import type { SandboxTarget, TestedSandbox } from '../../src/index.js'

/** A target over LocalSandbox. The same id is the same directory; each target has a place of its own. */
export async function localTarget(isolation: 'none' | 'bwrap'): Promise<SandboxTarget & { close(): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), `caisson-conformance-${isolation}-`))
  let lastNumber = 0
  const next = (name: string): string => `${name}-${(lastNumber += 1)}`
  return {
    name: `local (${isolation})`,
    create: (options) => {
      const id = options.id ?? next('sandbox')
      return new LocalSandbox({
        ...options,
        id,
        isolation,
        workingDirectory: path.join(root, id),
        checkpointsDirectory: path.join(root, 'checkpoints'),
        // A name that nothing is stored under, so that checkpoints are among what the sandbox supports.
        checkpointName: options.checkpointName ?? next('checkpoint'),
      })
    },
    cleanup: async ({ workingDirectory }) => {
      if (workingDirectory !== undefined) await rm(workingDirectory, { recursive: true, force: true })
    },
    makeFilesystem: () => ({ filesystem: new LocalFilesystem({ basePath: path.join(root, next('source')) }) }),
    shellPath: ({ workingDirectory }: TestedSandbox, mountPath) => `${workingDirectory ?? ''}${mountPath}`,
    close: () => rm(root, { recursive: true, force: true }),
  }
}
