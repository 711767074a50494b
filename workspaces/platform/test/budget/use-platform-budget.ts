import type { BudgetTarget } from '@caisson/testing'
import { PlatformCodeModeTransport } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

/** PlatformSandbox for counts of requests, on an emulator for the tests of a file. */
export function usePlatformBudget(latencyMs: number): BudgetTarget {
  const target = useEmulated({ latencyMs })
  return {
    get emulator() {
      return target.emulator
    },
    make: ({ image: _image, ...options } = {}) => target.make(options),
    buildImage: async (image) => image,
    codeModeTransport: () => new PlatformCodeModeTransport(),
  }
}
