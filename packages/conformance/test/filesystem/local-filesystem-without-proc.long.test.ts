import { LocalFilesystem, type LocalFilesystemOptions } from '@caisson/core'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { runFilesystemConformance } from '../../src/filesystem/index.js'
import { makeDirectories } from './make-directories.js'

/** As on macOS and Windows, where a descriptor does not tell its path. The platform is looked at when it is made. */
function createWithoutDescriptorPaths(options: LocalFilesystemOptions): LocalFilesystem {
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
  try {
    return new LocalFilesystem(options)
  } finally {
    platform.mockRestore()
  }
}

runFilesystemConformance({
  name: 'LocalFilesystem without /proc',
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
      filesystem: createWithoutDescriptorPaths({ basePath: root, readOnly }),
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
