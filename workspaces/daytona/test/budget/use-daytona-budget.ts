import { setTimeout as wait } from 'node:timers/promises'
import type { DaytonaEmulator } from '@caisson/emulators'
import type { BudgetTarget } from '@caisson/testing'
import { DaytonaCodeModeTransport } from '../../src/index.js'
import { useDaytonaMounts } from '../mounts/support/use-daytona-mounts.js'
import { useEmulated } from '../support/emulated.js'
import { logs } from './budgets.js'

/** A session is free a moment after its script has told its last; those of processes that go on never are. */
async function untilFree({ journal }: DaytonaEmulator): Promise<void> {
  const isOpen = (): boolean => journal.entries({ route: logs }).some(({ outcome }) => outcome === 'open')
  for (let round = 0; isOpen() && round < 25; round += 1) await wait(20)
}

/** DaytonaSandbox for counts of requests, on an emulator for the tests of a file. */
export function useDaytonaBudget(latencyMs: number): BudgetTarget {
  const target = useEmulated({ latencyMs })
  const provider = useDaytonaMounts(target)
  return {
    get emulator() {
      return target.emulator
    },
    make: provider.make,
    buildImage: provider.buildImage,
    codeModeTransport: () => new DaytonaCodeModeTransport(),
    untilQuiet: () => untilFree(target.emulator),
  }
}
