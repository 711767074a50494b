import { afterAll, describe } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import type { DaytonaSandboxOptions } from '../../../src/index.js'
import { daytonaTarget } from '../../support/daytona-target.js'

/** Registers what holds of machines that a stop removes. Default: all of it. */
export async function testEphemeral(
  options: DaytonaSandboxOptions,
  only: readonly string[] = ['lifecycle/stop-removes', 'lifecycle/destroy', 'lifecycle/start'],
): Promise<void> {
  const target = await daytonaTarget(options)
  afterAll(() => target.close())
  describe(`DaytonaSandbox with ${JSON.stringify(options)} [D04]`, () => {
    runSandboxConformance(target, { only })
  })
}
