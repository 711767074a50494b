import { BaseSandbox } from '@caisson/core'
import { createId } from '@caisson/core/driver'
import { runSandboxConformance, type TestedSandboxOptions } from '@caisson/conformance'
import { afterAll } from 'vitest'
import { linesRelay } from './support/lines-bench.js'
import { LinesDriver } from './support/lines-driver.js'
import type { LinesMachine } from './support/lines-machine.js'

const vendors = {
  'relay over scripts and lines': {},
  'relay over scripts and lines that take input': { env: true, input: true },
}

for (const [name, abilities] of Object.entries(vendors)) {
  const raw = new LinesDriver()
  raw.abilities = abilities
  afterAll(() => raw.close())
  runSandboxConformance(
    {
      name,
      caseLimitMs: 60_000,
      create: (options: TestedSandboxOptions) =>
        new BaseSandbox<LinesMachine>({
          name: 'LinesSandbox',
          id: options.id ?? createId('lines-sandbox'),
          driver: linesRelay(raw),
          options,
          describe: () => 'Commands run on the host of the tests.',
        }),
    },
    { only: ['process', 'driver/'] },
  )
}
