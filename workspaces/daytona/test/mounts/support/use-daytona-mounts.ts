import type { MountImage, MountProvider } from '@caisson/testing'
import { useEmulated, type Emulated } from '../../support/emulated.js'
import { buildBareSnapshot, buildRootSnapshot, buildToolsSnapshot } from './mount-snapshots.js'

const builders = {
  tools: buildToolsSnapshot,
  bare: buildBareSnapshot,
  root: buildRootSnapshot,
} satisfies Record<MountImage, (target: Emulated) => Promise<string>>

/** DaytonaSandbox for tests of mounts, on an emulator for the tests of a file. */
export function useDaytonaMounts(target: Emulated = useEmulated()): MountProvider {
  const built = new Map<MountImage, Promise<string>>()
  return {
    rows: { s3: 'M04', gcs: 'M05', azure: undefined },
    get emulator() {
      return target.emulator
    },
    make: ({ image, ...options } = {}) =>
      target.make({ snapshot: image, ...(image === 'root' ? { user: 'root' } : {}), ...options }),
    buildImage: async (image) => {
      const name = built.get(image) ?? builders[image](target)
      built.set(image, name)
      return name
    },
    endMachine: (sandboxId, how) => target.emulator.faults[how === 'killed' ? 'kill' : 'stop'](sandboxId),
  }
}
