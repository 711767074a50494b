import { runFilesystemConformance } from '@caisson/conformance'
import { AzureBlobFilesystem } from '../../src/index.js'
import { useAzurite } from './containers.js'

/** Registers the suites whose names begin so, over Azurite. Default: all. */
export function testConformance(only?: readonly string[]): void {
  const containers = useAzurite()

  runFilesystemConformance(
    {
      name: 'AzureBlobFilesystem over Azurite',
      capabilities: {
        modes: false,
        symlinks: false,
        atomicWrites: true,
        exclusiveCreate: true,
        // Times are of whole seconds.
        preciseTimes: false,
        strictTree: false,
        rootedPaths: true,
        streams: true,
        // The service takes a backslash for a slash.
        anyNames: false,
      },
      create: async ({ readOnly = false }) => {
        const container = await containers.create()
        const { connectionString } = containers.azurite
        const options = { container, connectionString, prefix: 'some/where' }
        if (readOnly) {
          await new AzureBlobFilesystem(options).writeFile('kept', 'kept')
        }
        const filesystem = new AzureBlobFilesystem({ ...options, readOnly })
        return { filesystem, cleanup: async () => filesystem.destroy() }
      },
    },
    only === undefined ? {} : { only },
  )
}
