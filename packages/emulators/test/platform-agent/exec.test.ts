import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exec, openExec } from './support/exec-client.js'
import { startTestAgent, type TestAgent } from './support/start-agent.js'

let agent: TestAgent

beforeAll(async () => {
  agent = await startTestAgent({ env: { OF_SANDBOX: 'a', BOTH: 'sandbox' } })
})

afterAll(() => agent.stop())

describe('The exec socket', () => {
  it('announces the session, then sends both streams and the exit code, and closes', async () => {
    const client = await exec(agent.url, 'echo out; echo err >&2; exit 3')
    expect(await client.finish()).toEqual({ exit_code: 3 })
    expect(client.stdout.toString()).toBe('out\n')
    expect(client.stderr.toString()).toBe('err\n')
    expect(client.texts.map(({ type }) => type)).toEqual(['durable_session', 'exit'])
    expect((await client.closed).code).toBe(1000)
    expect(client.socket.protocol).toBe('railway-shell')
  })
})
