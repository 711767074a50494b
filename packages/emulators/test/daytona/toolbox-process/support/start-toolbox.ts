import type { ToolboxSettings } from '../../../../src/daytona/toolbox/index.js'
import { toolboxProgram } from '../../../../src/daytona/toolbox/index.js'
import { idsOf, startTestDaemon, type TestDaemon, untilTestEnds } from '../../../daemon/support/test-daemon.js'

export { isRoot } from '../../../daemon/support/test-daemon.js'
export const rootOnly = 'only root may start programs as another user'

/** The one that programs run as. */
export const testUser = { name: 'daytona', ...idsOf(54_322) }

export interface TestToolbox extends TestDaemon {
  /** `http://127.0.0.1:<port>`: the daemon itself, without a sandbox's id in the path. */
  readonly url: string
}

export async function startTestToolbox(settings: Partial<ToolboxSettings> = {}): Promise<TestToolbox> {
  const daemon = await startTestDaemon(await toolboxProgram(), testUser, ({ home }): ToolboxSettings => {
    const user = { ...testUser, home }
    return { listen: { port: 0 }, sandboxId: 'sandbox-of-the-test', version: '0.0.0-test', user, env: {}, ...settings }
  })
  return { ...daemon, url: `http://127.0.0.1:${daemon.port}` }
}

/** For a test that needs a daemon of its own. */
export async function startTestToolboxHere(settings: Partial<ToolboxSettings> = {}): Promise<TestToolbox> {
  return untilTestEnds(await startTestToolbox(settings))
}
