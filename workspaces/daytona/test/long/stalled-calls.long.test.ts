import { see } from '@caisson/testing'
import { afterEach, expect, it } from 'vitest'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

type Call = (sandbox: DaytonaSandbox) => Promise<unknown>

/** Calls that have no time-out of the caller's. */
const calls: readonly (readonly [string, string, Call])[] = [
  ['stop', 'POST /sandbox/{id}/stop', (sandbox) => sandbox.stop()],
  ['destroy', 'DELETE /sandbox/{id}', (sandbox) => sandbox.destroy()],
  [
    'ask for an address',
    'GET /sandbox/{id}/ports/{port}/preview-url',
    async (sandbox) => sandbox.networking?.getPortUrl(80),
  ],
  [
    'make a session',
    'POST /toolbox/process/session',
    (sandbox) => sandbox.executeCommand('true', [], { onStdout: () => undefined }),
  ],
]

it('calls that are never answered end by themselves, and are told as what may have happened', async () => {
  const started = await Promise.all(
    calls.map(async ([name, route, call]) => {
      const sandbox = target.make()
      await sandbox.start()
      return { name, route, sandbox, run: () => call(sandbox) }
    }),
  )
  for (const { route } of started) target.emulator.faults.next(route, { stall: true })
  const sights = await Promise.all(started.map(async ({ name, run }) => `${name}: ${await see(run())}`))
  for (const sight of sights) expect(sight).toMatch(/: Sandbox(Timeout)?Error TIMEOUT (ambiguous|safe)$/)
  await Promise.all(started.map(({ sandbox }) => sandbox.destroy()))
})
