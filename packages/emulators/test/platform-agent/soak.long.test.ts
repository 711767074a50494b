import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../daytona/toolbox-process/support/eventually.js'
import { exec } from './support/exec-client.js'
import { startTestAgent, type TestAgent } from './support/start-agent.js'

let agent: TestAgent

beforeAll(async () => {
  agent = await startTestAgent()
})

afterAll(() => agent.stop())

async function descriptors(): Promise<number> {
  return (await readdir(`/proc/${agent.pid}/fd`)).length
}

async function round(count: number, command: string): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => exec(agent.url, command)))
  for (const client of clients) expect(await client.finish()).toEqual({ exit_code: 0 })
  for (const client of clients) expect(client.stdout.length).toBe(1000)
}

describe('Many commands', () => {
  it('leave nothing open, at once and after one another', async () => {
    await round(5, 'head -c 1000 /dev/zero')
    const before = await descriptors()
    for (let count = 0; count < 20; count += 1) await round(30, 'head -c 1000 /dev/zero')
    // Pipes that are ready for commands come and go; everything else of a command does not stay.
    await eventually(async () => expect(await descriptors()).toBeLessThan(before + 110))
  })

  it('keep no more of large outputs than is allowed', async () => {
    for (let count = 0; count < 270; count += 10) {
      const clients = await Promise.all(
        Array.from({ length: 10 }, () =>
          exec(agent.url, 'head -c 600000 /dev/zero > /dev/stderr; head -c 1000 /dev/zero'),
        ),
      )
      for (const client of clients) expect(await client.finish()).toEqual({ exit_code: 0 })
    }
    // One file for each of the sessions that are kept, at most.
    await eventually(async () => expect(await descriptors()).toBeLessThan(256 + 200))
  })
})
