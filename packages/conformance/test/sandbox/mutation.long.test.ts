import { describe, expect, it } from 'vitest'
import { missingNeed, runCase, sandboxSuites, type SandboxCase } from '../../src/index.js'
import type { ProviderFaults } from '../support/faults.js'
import { fullSupports, testTarget } from '../support/test-target.js'

/** Cases that must notice each way in which the test provider can misbehave. */
const caughtBy: Readonly<Record<keyof ProviderFaults, readonly string[]>> = {
  dropsOutput: ['process/spawn/order-of-one-stream', 'process/spawn/all-output-before-the-end'],
  doublesOutput: ['process/run/separate-streams', 'process/streams/exact-bytes'],
  decodesOutput: ['process/streams/exact-bytes', 'process/streams/split-characters'],
  mergesStreams: ['process/run/separate-streams', 'process/spawn/order-between-streams'],
  ignoresBackpressure: ['process/backpressure/slow-consumer', 'process/backpressure/slow-reader'],
  endsEarly: ['process/spawn/all-output-before-the-end'],
  inventsExitCode: ['process/exit/signals'],
  hidesSignals: ['process/exit/signals', 'process/exit/signal-on-the-handle'],
  losesKill: ['process/kill/result', 'process/abort/spawned', 'process/timeout/spawned'],
  killsShellOnly: ['process/kill/tree'],
  skipsTerm: ['process/kill/term-first'],
  ignoresStdinClose: ['process/stdin/text-and-bytes', 'process/streams/writer'],
  swallowsLateWrites: ['process/stdin/broken-pipe'],
  keepsStdinOpen: ['process/stdin/execute-has-none', 'process/stdin/ignored'],
  leaksEnvironment: ['process/environment/precedence', 'process/environment/undefined-removes'],
  showsEnvironment: ['errors/secrets/command-lines'],
  quotesAgain: ['process/run/arguments-are-quoted', 'process/run/heredoc', 'process/run/script-as-argument'],
  ignoresBadDirectory: ['process/working-directory/missing', 'process/working-directory/no-directory'],
  runsTwice: ['process/run/runs-once'],
  findCreates: ['driver/agreement/find-has-no-effect', 'lifecycle/start/creates'],
  neverFinds: ['lifecycle/start/connects', 'lifecycle/stop/not-attached'],
  confusesIds: ['lifecycle/start/similar-ids'],
  leavesProcesses: ['lifecycle/stop/ends-trees'],
  losesFiles: ['lifecycle/stop/keeps-files', 'sandbox/disk/lazy'],
  claimsTooMuch: ['driver/agreement/members'],
  suspectsEverything: ['driver/agreement/classifies-everything'],
}

function caseById(id: string): SandboxCase {
  const found = sandboxSuites.flatMap(({ cases }) => cases).find((entry) => entry.id === id)
  if (!found) throw new Error(`No case ${id}`)
  return found
}

describe('the suite notices a provider that', () => {
  for (const [fault, ids] of Object.entries(caughtBy)) {
    for (const id of ids) {
      it.concurrent(`${fault}: ${id}`, { timeout: 60_000 }, async () => {
        const target = testTarget(`test provider that ${fault}`, fullSupports, { [fault]: true })
        const entry = caseById(id)
        expect(missingNeed(target, await target.create({}), entry.needs ?? [])).toBeUndefined()
        const outcome = await runCase(target, entry).then(
          () => 'passed',
          () => 'failed',
        )
        await target.close()
        expect(outcome).toBe('failed')
      })
    }
  }
})
