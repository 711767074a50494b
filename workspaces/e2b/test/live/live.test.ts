import { afterAll, describe, expect, it } from 'vitest'
import { runSandboxConformance } from '@caisson/conformance'
import { LiveRun, whyNotLive } from './live-run.js'
import { providerCases } from './provider-cases.js'

const limitMs = 180_000
const reason = whyNotLive()

function runLive(): void {
  const run = new LiveRun()
  // Whatever failed before: nothing of this run stays in the account.
  afterAll(async () => {
    await run.sweep()
    expect(await run.sweep()).toBe(0)
  }, limitMs)

  describe('provider', () => {
    it.each(providerCases)('%s', { timeout: limitMs }, async (_name, check) => check(run))
  })
  runSandboxConformance(run)
}

describe('E2B, the real cloud', () => {
  if (reason === undefined) runLive()
  else it.skip(`the conformance suite and what only E2B has (skipped: ${reason})`, () => undefined)
})
