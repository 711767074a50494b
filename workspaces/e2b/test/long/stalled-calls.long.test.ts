import { see } from '@caisson/testing'
import { afterEach, expect, it } from 'vitest'
import type { E2BSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

/** Calls that have no time-out of the caller's. */
const calls: readonly (readonly [string, string, (sandbox: E2BSandbox) => Promise<unknown>])[] = [
  ['stop', 'POST /sandboxes/{id}/pause', (sandbox) => sandbox.stop()],
  ['destroy', 'DELETE /sandboxes/{id}', (sandbox) => sandbox.destroy()],
  ['snapshot', 'POST /sandboxes/{id}/snapshots', (sandbox) => sandbox.snapshot()],
  ['list processes', 'POST /process.Process/List', (sandbox) => sandbox.processes.list()],
  ['look at a file', 'POST /filesystem.Filesystem/Stat', async (sandbox) => sandbox.filesystem?.stat('/etc/hosts')],
  [
    'make a directory',
    'POST /filesystem.Filesystem/MakeDir',
    async (sandbox) => sandbox.filesystem?.mkdir('/tmp/made'),
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
  expect(sights).toEqual(calls.map(([name]) => `${name}: SandboxTimeoutError TIMEOUT ambiguous`))
  await Promise.all(started.map(({ sandbox }) => sandbox.destroy()))
})
