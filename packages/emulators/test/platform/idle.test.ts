import { describe, expect, it } from 'vitest'
import { type PlatformClient, usePlatform } from './support/platform-context.js'

/** A minute is as long as this. */
const minuteMs = 300
const context = usePlatform({ minuteMs })

async function isDestroyed(client: PlatformClient, id: string): Promise<boolean> {
  const shown = (await (await client.ask('GET', `/sandbox/${id}`)).json()) as { destroyedAt?: string }
  return shown.destroyedAt !== undefined
}

describe('A sandbox that nobody uses', () => {
  it('is destroyed, and its id finds what was on its disk', async () => {
    const { client } = context
    const { id } = await client.create({ id: 'mine', idleTimeoutMinutes: 1 })
    await client.run(id, 'echo kept > a')
    await expect.poll(() => isDestroyed(client, id)).toBe(true)
    expect((await client.ask('POST', `/sandbox/${id}/exec-lease`)).status).toBe(410)
    const next = await client.create({ id: 'mine' })
    expect((await client.run(next.id, 'cat a')).stdout).toBe('kept\n')
  })

  it('lives as long as a socket is open, and a while longer', async () => {
    const { client } = context
    const [used, unused] = await Promise.all([
      client.create({ id: 'used', idleTimeoutMinutes: 1 }),
      client.create({ id: 'unused', idleTimeoutMinutes: 1 }),
    ])
    const running = await client.start(used.id, 'until [ -e go ]; do sleep 0.01; done')
    await expect.poll(() => isDestroyed(client, unused.id)).toBe(true)
    expect(await isDestroyed(client, used.id)).toBe(false)
    await client.run(used.id, 'touch go')
    expect(await running.finish()).toEqual({ exit_code: 0 })
    await expect.poll(() => isDestroyed(client, used.id)).toBe(true)
  })

  it('does not live longer for being looked at', async () => {
    const { client } = context
    const { id } = await client.create({ idleTimeoutMinutes: 1 })
    // Asks more often than the time that it has.
    await expect.poll(() => isDestroyed(client, id), { interval: 20 }).toBe(true)
  })
})

describe('From time to time', () => {
  const often = usePlatform({ checkpointIntervalMs: 100 })

  it('the disk of each sandbox is captured', async () => {
    const { client } = often
    const first = await client.create({ id: 'mine' })
    await client.run(first.id, 'echo kept > a')
    await expect
      .poll(async () => {
        const { id } = await client.create({ id: 'mine' })
        return (await client.run(id, 'cat a 2>/dev/null')).stdout
      })
      .toBe('kept\n')
  })
})
