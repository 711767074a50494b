import type { BudgetTarget, MountImage } from '@caisson/testing'
import { PlatformCodeModeTransport, type PlatformTemplate } from '../../src/index.js'
import { buildMountTemplate } from '../mounts/support/mount-templates.js'
import { useEmulated } from '../support/emulated.js'

/** PlatformSandbox for counts of requests, on an emulator for the tests of a file. */
export function usePlatformBudget(latencyMs: number): BudgetTarget {
  const target = useEmulated({ latencyMs })
  const built = new Map<string, Promise<PlatformTemplate>>()
  return {
    get emulator() {
      return target.emulator
    },
    make: ({ image, ...options } = {}) =>
      target.make({ template: image === undefined ? undefined : async () => built.get(image), ...options }),
    buildImage: async (image: MountImage) => {
      const template = built.get(image) ?? buildMountTemplate(target, image)
      built.set(image, template)
      await template
      return image
    },
    codeModeTransport: () => new PlatformCodeModeTransport(),
  }
}
