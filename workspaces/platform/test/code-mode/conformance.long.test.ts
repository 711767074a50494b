import { runCodeModeConformance } from '@caisson/conformance'
import { describe } from 'vitest'
import { PlatformCodeModeTransport } from '../../src/index.js'
import { useEmulated, type Emulated } from '../support/emulated.js'

function runOver(name: string, emulated: Emulated): void {
  runCodeModeConformance({
    name,
    createSandbox: () => emulated.make(),
    createTransport: () => new PlatformCodeModeTransport(),
    // 4 MiB through files take a third of the usual limit when nothing else runs.
    caseLimitMs: 120_000,
  })
}

describe('where sockets take input', () => {
  runOver('platform (emulated)', useEmulated())
})

describe('where they take none, so that replies go through files', () => {
  runOver('platform (emulated, plain)', useEmulated({ features: [], durableSessions: false }))
})
