import { CompositeFilesystem, LocalFilesystem } from '@caisson/core'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reservedName, runFilesystemConformance } from '../../src/filesystem/index.js'
import { makeDirectories } from './make-directories.js'

const capabilities = {
  modes: true,
  symlinks: true,
  atomicWrites: true,
  exclusiveCreate: true,
  preciseTimes: true,
  strictTree: true,
  rootedPaths: true,
  streams: true,
  anyNames: true,
}

// The suite works in the mount at the root; every path is routed past the other one.
runFilesystemConformance({
  name: 'CompositeFilesystem over two LocalFilesystems',
  capabilities,
  create: async ({ readOnly = false }) => {
    const { root, outside, check, cleanup } = await makeDirectories()
    if (readOnly) await writeFile(join(root, 'kept'), 'kept')
    const other = join(outside, '..', 'other')
    await mkdir(other)
    const mounts = {
      '/': new LocalFilesystem({ basePath: root, readOnly }),
      [`/${reservedName}/here`]: new LocalFilesystem({ basePath: other, readOnly }),
    }
    return {
      filesystem: new CompositeFilesystem({ mounts }),
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
