import type { E2BEmulator, E2BEmulatorOptions } from '@caisson/emulators'
import type { MountImage, MountProvider } from '@caisson/testing'
import { useEmulated, type Emulated } from '../../support/emulated.js'
import { buildBareTemplate, buildRootTemplate, buildToolsTemplate } from '../../support/mount-tools.js'

const builders = {
  tools: buildToolsTemplate,
  bare: buildBareTemplate,
  root: buildRootTemplate,
} satisfies Record<MountImage, (target: Emulated) => Promise<string>>

/** E2BSandbox for tests of mounts, on an emulator for the tests of a file. */
export function useE2BMounts(options: E2BEmulatorOptions = {}): MountProvider & { readonly emulator: E2BEmulator } {
  const target = useEmulated(options)
  const built = new Map<MountImage, Promise<string>>()
  return {
    rows: { s3: 'M01', gcs: 'M02', azure: 'M03' },
    get emulator() {
      return target.emulator
    },
    make: ({ image, ...given } = {}) => target.make({ template: image ?? 'base', ...given }),
    buildImage: async (image) => {
      const name = built.get(image) ?? builders[image](target)
      built.set(image, name)
      return name
    },
    endMachine: (sandboxId, how) => target.emulator.faults[how === 'killed' ? 'kill' : 'pause'](sandboxId),
  }
}
