import { expect } from 'vitest'
import type { SandboxRef } from '@caisson/core/driver'
import type { DriverTap } from '../driver/driver-tap.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { asSandboxError } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import type { TestedSandbox } from '../sandbox/target.js'
import { pause, within } from '../sandbox/waiting.js'

const sequences = 12
const callsPerSequence = 14
const limitMs = 60_000

/** Numbers from 0 to below 1 that follow from a seed, so that a failure can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A command is either complete, or it was ended together with its machine. */
async function expectWholeOrKilled(sandbox: TestedSandbox): Promise<void> {
  const { exitCode, stdout, killed } = await sandbox.executeCommand('sleep 0.02; echo whole')
  if (killed) expect(exitCode).toBe(137)
  else expect([exitCode, stdout]).toEqual([0, 'whole\n'])
}

const calls: readonly ((sandbox: TestedSandbox) => Promise<unknown>)[] = [
  (sandbox) => sandbox.start(),
  (sandbox) => sandbox.stop(),
  (sandbox) => sandbox.ensureRunning(),
  (sandbox) => sandbox.start({ abortSignal: AbortSignal.timeout(2) }),
  expectWholeOrKilled,
  expectWholeOrKilled,
  async (sandbox) => (await sandbox.processes.spawn('sleep 30')).wait(),
]

/** Notes which machines were made and which were ended. */
function watchMachines(tap: DriverTap): { created: Set<string>; ended: Set<string> } {
  const machines = { created: new Set<string>(), ended: new Set<string>() }
  tap.wrap('create', async (original, args) => {
    const handle: unknown = await original(...args)
    machines.created.add(tap.driver.describe(handle).sandboxId)
    return handle
  })
  const { filesSurviveStop } = tap.driver.supports
  for (const end of ['stop', 'destroy'] as const) {
    tap.wrap(end, async (original, args) => {
      await original(...args)
      if (end === 'destroy' || !filesSurviveStop) machines.ended.add((args[0] as SandboxRef).sandboxId)
    })
  }
  return machines
}

async function runSequence(sandbox: TestedSandbox, seed: number): Promise<void> {
  const random = randomNumbers(seed)
  const outcomes: Promise<PromiseSettledResult<unknown>[]>[] = []
  for (let count = 0; count < callsPerSequence; count += 1) {
    const call = calls[Math.floor(random() * calls.length)]
    if (call) outcomes.push(Promise.allSettled([call(sandbox)]))
    if (random() < 0.4) await pause(random() * 40)
  }
  await within(limitMs, `destroy() (seed ${seed})`, sandbox.destroy())
  for (const outcome of (await within(limitMs, `every call (seed ${seed})`, Promise.all(outcomes))).flat()) {
    if (outcome.status === 'rejected') expectOvertaken(outcome.reason, seed)
  }
}

/** A call that did not get through says so by its code. */
function expectOvertaken(error: unknown, seed: number): void {
  const code = (error as { readonly code?: unknown }).code
  const allowed = ['NOT_READY', 'INVALID_STATE', 'ABORTED'] as const
  const known = allowed.find((candidate) => candidate === code)
  if (!known) throw new ConformanceError(`A call failed unexpectedly (seed ${seed})`, { cause: error })
  asSandboxError(error, known)
}

/** Calls in any order: everything settles, nothing is left, and destroy has the last word. */
export const randomOrdersSuite: SandboxSuite = sandboxSuite('lifecycle/random-orders', [
  {
    id: 'settle',
    title: 'calls in random order all settle, each machine is removed, and the sandbox ends destroyed [P7] [BR-084]',
    needs: ['driver'],
    isHeavy: true,
    check: async (bench) => {
      for (let seed = 1; seed <= sequences; seed += 1) {
        const { sandbox, tap } = await bench.tapped({ killGraceMs: 200 })
        const { created, ended } = watchMachines(tap)
        await runSequence(sandbox, seed)
        expect(sandbox.status, `status (seed ${seed})`).toBe('destroyed')
        expect(
          [...created].filter((id) => !ended.has(id)),
          `machines left (seed ${seed})`,
        ).toEqual([])
      }
    },
  },
])
