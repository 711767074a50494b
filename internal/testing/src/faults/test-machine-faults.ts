import type { TestedSandbox } from '@caisson/conformance'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultRows, type FaultCase } from './fault-case.js'
import { meetFault, type FaultBench } from './meet-fault.js'

/** What tests of faults on the way to a machine need of a provider. */
export interface MachineFaultBench<Sandbox> extends FaultBench {
  /** Makes the sandbox whose machine serves all cases; starts nothing. */
  make(): Sandbox
  /** The client of that machine that one case works with, started. */
  again(owner: Sandbox): Promise<Sandbox>
  readonly cases: readonly FaultCase<Sandbox>[]
  /** The sandbox still has the machine that it had; the control plane must have that one and no other. Throws otherwise. */
  stays(sandbox: Sandbox): Promise<void>
}

/** Registers a test for each effect of each case, all in one machine. */
export function testMachineFaults<Sandbox extends TestedSandbox & { readonly sandboxId: string | undefined }>(
  bench: MachineFaultBench<Sandbox>,
): void {
  let owner: Sandbox
  let sandboxId: string | undefined
  let sandbox: Sandbox

  beforeAll(async () => {
    owner = bench.make()
    await owner.start()
    sandboxId = owner.sandboxId
  })
  beforeEach(async () => {
    sandbox = await bench.again(owner)
  })
  afterEach(() => {
    bench.target.emulator.faults.clear()
  })
  afterAll(() => owner.destroy())

  describe('a fault of the way to the machine is told as what it is, nothing runs twice and the machine stays', () => {
    it.each(faultRows(bench.cases))('%s', async (_title, row) => {
      await meetFault(bench, row, sandbox)
      expect([sandbox.status, sandbox.sandboxId]).toEqual(['running', sandboxId])
      await bench.stays(sandbox)
    })
  })
}
