import { BaseSandbox } from '@caisson/core'
import { createId } from '@caisson/core/driver'
import { runSandboxConformance, type TestedSandboxOptions } from '@caisson/conformance'
import { afterAll } from 'vitest'
import { withRelay } from '../../src/relay.js'
import { RawDriver } from './support/raw-driver.js'
import type { RawMachine } from './support/raw-machine.js'

const raw = new RawDriver()
const needs = { decodesOutput: true, maxStreamBytes: 32 * 1024 * 1024 }

afterAll(() => raw.close())

runSandboxConformance(
  {
    name: 'relay over login shells',
    caseLimitMs: 60_000,
    knownFailing: {
      'process/streams/joining-inside-a-character':
        'a vendor that decodes holds half a character back until the rest has come',
    },
    create: (options: TestedSandboxOptions) =>
      new BaseSandbox<RawMachine>({
        name: 'RawSandbox',
        id: options.id ?? createId('raw-sandbox'),
        driver: withRelay(raw, needs),
        options,
        describe: () => 'Commands run on the host of the tests.',
      }),
  },
  { only: ['process', 'driver/'] },
)
