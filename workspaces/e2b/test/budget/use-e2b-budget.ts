import type { BudgetTarget } from '@caisson/testing'
import { E2BCodeModeTransport } from '../../src/index.js'
import { useE2BMounts } from '../mounts/support/use-e2b-mounts.js'
import { createRoute, listRoute, untilQuiet } from './until-quiet.js'

/** E2BSandbox for counts of requests, on an emulator for the tests of a file. */
export function useE2BBudget(latencyMs: number): BudgetTarget {
  const provider = useE2BMounts({ latencyMs })
  return {
    get emulator() {
      return provider.emulator
    },
    make: provider.make,
    buildImage: provider.buildImage,
    codeModeTransport: () => new E2BCodeModeTransport(),
    untilQuiet: () => untilQuiet(provider.emulator),
    // One look for a twin of a new machine.
    unawaitedAfter: { trigger: createRoute, route: listRoute },
  }
}
