import { expect, it } from 'vitest'
import { output, runIn } from './support/call-daemon.js'
import { machineOptions, openTestHost } from './support/test-host.js'

it('A machine is held to its memory limit, and outlives the program that broke it', async (context) => {
  const host = await openTestHost()
  const { memoryLimits, summary } = host.describe()
  context.skip(memoryLimits === 'none', summary)
  const machine = await host.create(machineOptions({ memoryLimitBytes: 256 * 1024 * 1024 }))
  const { exitCode } = await runIn(machine, 'perl -e \'my $x = "a" x (600 * 1024 * 1024); print length $x\'')
  expect(exitCode).not.toBe(0)
  expect(await output(machine, 'echo alive')).toBe('alive')
})

it('A machine is held to its number of processes', async (context) => {
  const host = await openTestHost()
  const { pidsLimits, summary } = host.describe()
  context.skip(pidsLimits === 'none', summary)
  const machine = await host.create(machineOptions({ pidsLimit: 40 }))
  const { exitCode, stderr } = await runIn(
    machine,
    'for i in $(seq 60); do sleep 5 >/dev/null 2>&1 & done; kill $(jobs -p)',
  )
  expect(exitCode).not.toBe(0)
  expect(stderr).toMatch(/fork/i)
})
