import { runFilesystemConformance } from '@caisson/conformance'
import { MemoryObjectStore, ObjectStoreFilesystem } from '@caisson/kit/object-store'

const capabilities = {
  modes: false,
  symlinks: false,
  atomicWrites: true,
  exclusiveCreate: true,
  preciseTimes: true,
  strictTree: false,
  rootedPaths: true,
  streams: true,
  anyNames: true,
}

const targets = {
  'ObjectStoreFilesystem over pages of 3': { pageSize: 3, deleteBatch: 2 },
  'ObjectStoreFilesystem over whole seconds': { timeStepMs: 1000 },
}

for (const [name, options] of Object.entries(targets)) {
  runFilesystemConformance({
    name,
    capabilities,
    create: async ({ readOnly = false }) => {
      const driver = new MemoryObjectStore(options)
      const prefix = 'some/where'
      if (readOnly) await driver.put(`${prefix}/kept`, Buffer.from('kept'))
      return {
        filesystem: new ObjectStoreFilesystem({ driver, prefix, readOnly }),
        cleanup: async () => Promise.resolve(),
      }
    },
  })
}
