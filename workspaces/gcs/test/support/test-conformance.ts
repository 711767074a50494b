import { runFilesystemConformance } from '@caisson/conformance'
import { GCSFilesystem } from '../../src/index.js'
import { useEmulator } from './buckets.js'

/** Registers the suites whose names begin so, over the emulator. Default: all. */
export function testConformance(only?: readonly string[]): void {
  const buckets = useEmulator(100)

  runFilesystemConformance(
    {
      name: 'GCSFilesystem over the emulator',
      capabilities: {
        modes: false,
        symlinks: false,
        atomicWrites: true,
        exclusiveCreate: true,
        preciseTimes: true,
        strictTree: false,
        rootedPaths: true,
        streams: true,
        // Names have no line feeds.
        anyNames: false,
      },
      create: async ({ readOnly = false }) => {
        const options = buckets.options()
        if (readOnly) await new GCSFilesystem(options).writeFile('kept', 'kept')
        const filesystem = new GCSFilesystem({ ...options, readOnly })
        return { filesystem, cleanup: async () => filesystem.destroy() }
      },
    },
    only === undefined ? {} : { only },
  )
}
