import { runFilesystemConformance } from '@caisson/conformance'
import { randomUUID } from 'node:crypto'
import { PlatformFilesystem } from '../../../src/index.js'
import { useFiles } from './files.js'

const pageSize = 100

/** Registers the suites whose names begin so, over the emulator. Default: all. */
export function testConformance(only?: readonly string[]): void {
  const files = useFiles({ pageSize })

  runFilesystemConformance(
    {
      name: 'PlatformFilesystem over the emulator',
      capabilities: {
        modes: false,
        symlinks: false,
        atomicWrites: true,
        exclusiveCreate: true,
        preciseTimes: true,
        strictTree: false,
        rootedPaths: true,
        streams: true,
        // Names have no control characters.
        anyNames: false,
      },
      pageEntries: pageSize,
      create: async ({ readOnly = false }) => {
        const options = { ...files.options(), prefix: randomUUID() }
        if (readOnly) await new PlatformFilesystem(options).writeFile('kept', 'kept')
        const filesystem = new PlatformFilesystem({ ...options, readOnly })
        return { filesystem, cleanup: async () => filesystem.destroy() }
      },
    },
    only === undefined ? {} : { only },
  )
}
