import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SandboxError } from '../../src/errors/index.js'
import { VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

const sequences = 400
const stepsPerSequence = 14

/** Numbers between 0 and 1 that are the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed * 7919 + 13
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

type Step = (sandbox: FakeSandbox, random: () => number) => Promise<unknown> | void

/** What callers, other hosts and a bad day of the provider can do. */
const steps: readonly Step[] = [
  (sandbox) => sandbox.start(),
  (sandbox) => sandbox.stop(),
  (sandbox) => sandbox.ensureRunning(),
  (sandbox) => sandbox.processes.spawn('x'),
  (sandbox, random) => sandbox.start({ abortSignal: AbortSignal.timeout(Math.floor(random() * 4)) }),
  (sandbox) => {
    const leaving = new AbortController()
    const start = sandbox.start({ abortSignal: leaving.signal })
    leaving.abort()
    return start
  },
  (sandbox, random) => (random() < 0.3 ? sandbox.destroy() : undefined),
  (sandbox) => {
    for (const machine of sandbox.cloud.machines.values()) machine.state = 'paused'
  },
  (sandbox) => {
    for (const machine of sandbox.cloud.machines.values()) machine.state = 'running'
  },
  (sandbox, random) => {
    if (random() < 0.5) sandbox.cloud.machines.clear()
  },
]

function makeUnreliable(sandbox: FakeSandbox, random: () => number): void {
  sandbox.cloud.before = async () => {
    if (random() < 0.7) await sleep(Math.floor(random() * 3))
    if (random() < 0.1) throw new VendorError({ code: 'UNAVAILABLE' })
  }
}

async function runSequence(seed: number): Promise<unknown[]> {
  const random = randomNumbers(seed)
  const sandbox = new FakeSandbox({ supports: { startAfterDestroy: random() < 0.3 } })
  makeUnreliable(sandbox, random)
  const outcomes: Promise<unknown>[] = []
  for (let count = 0; count < stepsPerSequence; count += 1) {
    const step = steps[Math.floor(random() * steps.length)]
    outcomes.push(Promise.resolve(step?.(sandbox, random)).catch((error: unknown) => error))
    if (random() < 0.5) await sleep(Math.floor(random() * 4))
  }
  const settled = await Promise.all(outcomes)
  sandbox.cloud.before = () => undefined
  await sandbox.destroy()
  expect(sandbox.status, `status (seed ${seed})`).toBe('destroyed')
  expect(sandbox.cloud.machines.size, `machines left (seed ${seed})`).toBe(0)
  return settled.filter((outcome) => outcome instanceof Error)
}

describe('calls in any order, with other hosts and failures in between', () => {
  it('settle, leave no machine, end destroyed, and never break a rule of ours [P7] [BR-084]', async () => {
    const batch = 40
    for (let first = 1; first <= sequences; first += batch) {
      const seeds = Array.from({ length: batch }, (_, index) => first + index)
      const errors = (await Promise.all(seeds.map(runSequence))).flat()
      for (const error of errors) {
        expect(SandboxError.isInstance(error), String(error)).toBe(true)
        expect((error as SandboxError).code, String(error)).not.toBe('INTERNAL')
      }
    }
  })
})
