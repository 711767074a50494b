import { runSandboxConformance, type SandboxTarget } from '@caisson/conformance'
import { afterAll, describe, expect, it } from 'vitest'
import type { LiveCase, LiveNeed, LiveTarget } from './live-case.js'
import { liveCases } from './live-cases.js'
import { whyNotLive } from './why-not-live.js'

const limitMs = 180_000

/** One run against an account. Whatever fails, nothing of it stays there. */
export interface LiveRun extends LiveTarget, SandboxTarget {
  readonly create: LiveTarget['create'] & SandboxTarget['create']
  /** Removes the machines of this run that are still there, and what else it made; returns how many machines there were. */
  sweep(): Promise<number>
}

export interface LiveOptions<Run extends LiveRun> {
  /** For titles, such as `E2B`. */
  readonly vendor: string
  /** The variable with the vendor's key. */
  readonly keyName: string
  makeRun(): Run
  /** What only this provider has, by name. */
  readonly cases: readonly (readonly [string, (run: Run) => Promise<void>])[]
  /** What this vendor does not have, and how it is instead. */
  readonly lacks?: Readonly<Partial<Record<LiveNeed, string>>> | undefined
}

/** Registers the conformance suite, and what it does not ask, against the real cloud; skipped by name without a key. */
export function runLive<Run extends LiveRun>({ vendor, keyName, makeRun, cases, lacks = {} }: LiveOptions<Run>): void {
  describe(`${vendor}, the real cloud`, () => {
    const reason = whyNotLive(keyName)
    if (reason !== undefined) {
      it.skip(`the conformance suite and what it does not ask (skipped: ${reason})`, () => undefined)
      return
    }
    const run = makeRun()
    afterAll(async () => {
      await run.sweep()
      expect(await run.sweep()).toBe(0)
    }, limitMs)
    describe('provider', () => {
      for (const [name, check, need] of liveCases satisfies readonly LiveCase[]) {
        const lack = need && lacks[need]
        const title = lack === undefined ? name : `${name} (skipped: ${lack})`
        it.skipIf(lack !== undefined)(title, { timeout: limitMs }, async () => check(run))
      }
      it.each(cases)('%s', { timeout: limitMs }, async (_name, check) => check(run))
    })
    runSandboxConformance(run)
  })
}
