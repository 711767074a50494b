import { LocalFilesystem } from '@caisson/core'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runFilesystemConformance } from '../../src/filesystem/index.js'
import { makeDirectories } from './make-directories.js'

runFilesystemConformance({
  name: 'LocalFilesystem',
  capabilities: {
    modes: true,
    symlinks: true,
    atomicWrites: true,
    exclusiveCreate: true,
    preciseTimes: true,
    strictTree: true,
    rootedPaths: false,
    streams: true,
    anyNames: true,
  },
  create: async ({ readOnly = false }) => {
    const { root, outside, check, cleanup } = await makeDirectories()
    if (readOnly) await writeFile(join(root, 'kept'), 'kept')
    return {
      filesystem: new LocalFilesystem({ basePath: root, readOnly }),
      outside,
      makeLink: async (text, path) => symlink(text, join(root, path)),
      cleanup: async () => {
        try {
          await check()
        } finally {
          await cleanup()
        }
      },
    }
  },
})
