import { Template } from 'e2b'
import type { RepositoryBench } from '../../repository/support/repository-bench.js'
import { buildQuickBase } from '../../templates/support/quick-base.js'

/** Gives the emulator a `base` on which the default mountable template takes no time, and to which GitHub is the host of the tests. */
export async function redirectGithub({ connection, emulator, host }: RepositoryBench): Promise<void> {
  await buildQuickBase({ connection: { ...connection, sandboxUrl: emulator.url } })
  const redirect = `git config --system url.${host.origin}/.insteadOf https://github.com/`
  await Template.build(Template().fromTemplate('base').runCmd(redirect, { user: 'root' }), 'base', connection)
}
