import { type AgentSettings, agentProgram } from '../../../src/platform/agent/index.js'
import { idsOf, startTestDaemon, type TestDaemon, untilTestEnds } from '../../daemon/support/test-daemon.js'

/** The one that commands run as. */
export const agentUser = { name: 'sandbox', ...idsOf(54_323) }

export interface TestAgent extends TestDaemon {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
}

export async function startTestAgent(settings: Partial<AgentSettings> = {}): Promise<TestAgent> {
  const daemon = await startTestDaemon(await agentProgram(), agentUser, ({ home }): AgentSettings => {
    const user = { ...agentUser, home }
    const fixed = { listen: { port: 0 }, sandboxId: 'sandbox-of-the-test', user, env: {} }
    return { ...fixed, features: ['stdin'], durableSessions: true, ...settings }
  })
  return { ...daemon, url: `http://127.0.0.1:${daemon.port}` }
}

/** For a test that needs an agent of its own. */
export async function startTestAgentHere(settings: Partial<AgentSettings> = {}): Promise<TestAgent> {
  return untilTestEnds(await startTestAgent(settings))
}
