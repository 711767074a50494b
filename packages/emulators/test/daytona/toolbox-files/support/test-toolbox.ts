import type { ToolboxSettings } from '../../../../src/daytona/toolbox/index.js'
import { toolboxProgram } from '../../../../src/daytona/toolbox/index.js'
import { idsOf, startTestDaemon, type TestDaemon, untilTestEnds } from '../../../daemon/support/test-daemon.js'

export { isRoot } from '../../../daemon/support/test-daemon.js'
export const rootOnly = 'only root may act for another user'

/** A daemon whose work directory is the home of `daytona`. */
export type TestToolbox = TestDaemon

/** The one that files belong to. */
export const testUser = idsOf(54_322)

export async function startTestToolbox(settings: Partial<ToolboxSettings> = {}): Promise<TestToolbox> {
  return startTestDaemon(await toolboxProgram(), testUser, ({ socketPath, home }): ToolboxSettings => {
    const user = { name: 'daytona', ...testUser, home }
    return { listen: { socketPath }, sandboxId: 'test-sandbox', version: '0.218.0-test', user, env: {}, ...settings }
  })
}

/** For a test that needs a daemon of its own. */
export async function startTestToolboxHere(settings: Partial<ToolboxSettings> = {}): Promise<TestToolbox> {
  return untilTestEnds(await startTestToolbox(settings))
}
