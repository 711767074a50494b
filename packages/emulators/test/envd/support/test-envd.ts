import type { EnvdSettings } from '../../../src/e2b/envd/index.js'
import { envdProgram } from '../../../src/e2b/envd/index.js'
import { idsOf, startTestDaemon, type TestDaemon, untilTestEnds } from '../../daemon/support/test-daemon.js'

export { isRoot } from '../../daemon/support/test-daemon.js'
export const rootOnly = 'only root may start commands as another user'

/** A daemon whose sandbox is the home of `user`. */
export interface TestEnvd extends Omit<TestDaemon, 'port'> {
  readonly accessToken: string
}

/** The one that commands run as. */
export const testUser = idsOf(54_321)

export async function startTestEnvd(settings: Partial<EnvdSettings> = {}): Promise<TestEnvd> {
  const accessToken = 'token-of-the-test'
  const daemon = await startTestDaemon(await envdProgram(), testUser, ({ socketPath, home }): EnvdSettings => {
    return { listen: { socketPath }, accessToken, users: [{ name: 'user', ...testUser, home }], ...settings }
  })
  return { ...daemon, accessToken }
}

/** For a test that needs settings of its own. */
export async function startTestEnvdHere(settings: Partial<EnvdSettings> = {}): Promise<TestEnvd> {
  return untilTestEnds(await startTestEnvd(settings))
}
