import { afterEach, describe, expect, it } from 'vitest'
import type { Logger } from '@caisson/core'
import { useEmulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

function recordingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const record = (message: string): void => void lines.push(message)
  return { lines, debug: () => undefined, info: record, warn: record, error: record }
}

/** Two hosts that look the same id up before either has made a machine. */
function twoHosts(): ReturnType<typeof target.make>[] {
  target.emulator.faults.next('POST /v2/sandboxes', { latencyMs: 300, times: 2 })
  return [target.make({ id: 'box' }), target.make({ id: 'box' })]
}

describe('two hosts that make a machine for the same id at the same time', () => {
  it('end up with one, the older, when no command was sent yet', async () => {
    const hosts = twoHosts()
    await Promise.all(hosts.map((host) => host.start()))
    await expect.poll(async () => (await listAll(target)).length).toBe(1)
    const [machine] = await listAll(target)
    expect(hosts.map((host) => host.sandboxId)).toEqual([machine?.sandboxId, machine?.sandboxId])
    const infos = await Promise.all(hosts.map((host) => host.getInfo()))
    expect(infos.map(({ metadata }) => metadata?.['sandboxId'])).toEqual(hosts.map((host) => host.sandboxId))
    await hosts[0]?.executeCommand('echo shared > note')
    expect((await hosts[1]?.executeCommand('cat note'))?.stdout).toBe('shared\n')
  })

  it('keep both when the younger is in use, and say so', async () => {
    const logger = recordingLogger()
    target.emulator.faults.next('POST /v2/sandboxes', { latencyMs: 300, times: 2 })
    const hosts = [target.make({ id: 'box', logger }), target.make({ id: 'box', logger })]
    const results = await Promise.all(hosts.map((host) => host.executeCommand('echo used')))
    expect(results.map(({ stdout }) => stdout)).toEqual(['used\n', 'used\n'])
    await expect.poll(() => logger.lines.join('\n')).toContain('at the same time')
    for (const host of hosts) expect(logger.lines.join('\n')).toContain(host.sandboxId)
    expect(await listAll(target)).toHaveLength(2)
  })

  it('do not wait for the look, and do not fail with it', async () => {
    const sandbox = target.make({ id: 'box' })
    target.emulator.faults.next('POST /v2/sandboxes', { latencyMs: 200 })
    const starting = sandbox.start()
    await expect.poll(() => target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(1)
    target.emulator.faults.next('GET /v2/sandboxes', { stall: true })
    expect(await starting).toEqual({ outcome: 'created' })
    expect((await sandbox.executeCommand('echo on')).stdout).toBe('on\n')
  })
})
