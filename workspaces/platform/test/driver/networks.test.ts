import { afterEach, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const server =
  "require('http').createServer((q, r) => r.end('served')).listen(0, function () { console.log(this.address().port) })"

it('a sandbox with networkIsolation PRIVATE reaches others of its environment; by default it does not', async ({
  skip,
}) => {
  skip(!target.emulator.describe().machines.networkFilter, 'the isolation of networks is not enforced here')
  const service = target.make({ networkIsolation: 'PRIVATE' })
  const handle = await service.processes.spawn(`exec node -e "${server}"`)
  await expect.poll(() => handle.stdout).toMatch(/^\d+\n$/)
  const ask = ['-s', '--max-time', '2', `http://${service.sandboxId}.internal:${handle.stdout.trim()}/`]
  const inside = target.make({ networkIsolation: 'PRIVATE' })
  expect((await inside.executeCommand('curl', ask)).stdout).toBe('served')
  for (const other of [target.make(), target.make({ networkIsolation: 'ISOLATED' })]) {
    const { exitCode, stdout } = await other.executeCommand('curl', ask)
    expect([exitCode === 0, stdout]).toEqual([false, ''])
  }
})
