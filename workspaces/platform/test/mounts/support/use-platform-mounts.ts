import type { MountImage, MountProvider } from '@caisson/testing'
import type { PlatformSandbox, PlatformTemplate } from '../../../src/index.js'
import { useEmulated, type Emulated } from '../../support/emulated.js'
import { buildMountTemplate } from './mount-templates.js'

/**
 * PlatformSandbox for tests of mounts, on an emulator for the tests of a file. What the platform has no notion of is done as its
 * users would: who has the same `id` goes on with the machine of the first, by its `sandboxId`, and `stop()` keeps the machine.
 */
export function usePlatformMounts(target: Emulated = useEmulated()): MountProvider {
  const built = new Map<string, Promise<PlatformTemplate>>()
  const firsts = new Map<string, PlatformSandbox>()
  return {
    noRoot: 'commands run as the user of the recipe',
    rows: { s3: undefined, gcs: undefined, azure: undefined },
    get emulator() {
      return target.emulator
    },
    make: ({ image, ...options } = {}) => {
      const { id, sandboxId = id === undefined ? undefined : firsts.get(id)?.sandboxId } = options
      const template = image === undefined ? undefined : async () => built.get(image)
      const more = { template, stopBehavior: 'detach', restartOnGone: true } as const
      const sandbox = target.make({ ...more, ...options, sandboxId })
      if (id !== undefined && !firsts.has(id)) firsts.set(id, sandbox)
      return sandbox
    },
    buildImage: async (image: MountImage) => {
      const template = built.get(image) ?? buildMountTemplate(target, image)
      built.set(image, template)
      await template
      return image
    },
    // Nothing stops a machine and keeps it: one that was idle for long is destroyed, with a checkpoint of its id.
    endMachine: (sandboxId, how) => target.emulator.faults[how === 'killed' ? 'kill' : 'expire'](sandboxId),
  }
}
