import { afterEach, expect, it } from 'vitest'
import { InProcessSandboxAddressRegistry, type PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { callsOf } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const sideCar = 'POST /instance/exec'

/** A sandbox that runs and is known in the private network. */
async function known(registry: InProcessSandboxAddressRegistry): Promise<PlatformSandbox> {
  const sandbox = target.make({ addressRegistry: registry, networkIsolation: 'PRIVATE' })
  await sandbox.start()
  await expect.poll(() => registry.get(sandbox.sandboxId ?? '')).toBeDefined()
  return sandbox
}

it('runs commands there as soon as the sandbox is known, with its token [P12] [P13]', async () => {
  const registry = new InProcessSandboxAddressRegistry()
  await using sandbox = await known(registry)
  expect(registry.get(sandbox.sandboxId ?? '')?.token).toBeTruthy()
  const run = async (): Promise<void> => {
    const { stdout, stderr, exitCode } = await sandbox.executeCommand('echo out; echo err >&2; exit 3')
    expect([stdout, stderr, exitCode]).toEqual(['out\n', 'err\n', 3])
  }
  expect(await callsOf(target, run)).toEqual({ [sideCar]: 1 })
})

it('goes by lease where the sandbox refuses, and what a time-out ends is ended in the sandbox too [P4]', async () => {
  const registry = new InProcessSandboxAddressRegistry()
  await using sandbox = await known(registry)
  target.emulator.faults.next(sideCar, { status: 404 })
  const refused = async (): Promise<void> => expect((await sandbox.executeCommand('echo hi')).stdout).toBe('hi\n')
  expect(await callsOf(target, refused)).toEqual({ [sideCar]: 1, 'WS /exec': 1 })
  const late = await sandbox.executeCommand('sleep 4321', [], { timeout: 300 })
  expect([late.exitCode, late.timedOut]).toEqual([124, true])
  const running = async (): Promise<string> => (await sandbox.executeCommand('pgrep -fx "sleep 4321" | wc -l')).stdout
  await expect.poll(running).toBe('0\n')
})

it('forgets the address when the sandbox is let go', async () => {
  const registry = new InProcessSandboxAddressRegistry()
  const sandbox = await known(registry)
  const { sandboxId = '' } = sandbox
  await sandbox.stop()
  await expect.poll(() => registry.get(sandboxId)).toBeUndefined()
})
