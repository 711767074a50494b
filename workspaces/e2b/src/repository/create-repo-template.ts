import { silentLogger } from '@caisson/core/driver'
import type { DeferredNamedTemplateSpec } from '../templates/template-spec.js'
import type { RepoTemplateOptions } from './repo-template-options.js'
import { readRepoTemplateSettings } from './repo-template-settings.js'
import { resolveRepoSpec } from './resolve-repo-spec.js'

/**
 * For the option `template` of sandboxes that work on a repository: machines are made with the head of its default branch cloned and set up,
 * so that a session needs to fetch only what is newer.
 *
 * Which template that is depends on the commit and is found out when a machine is created, by one question to the host of the repository, about
 * 100 ms. A template that is there costs nothing more. Where it is of an older commit, the machine is made of that and the newer one is built
 * meanwhile; only the first build of all is waited for. A token never reaches E2B: what needs one is cloned on this computer, which then needs
 * `git`, and uploaded.
 *
 * Nothing of the repository or of a build that fails blocks a session, but costs a warning of the logger: where the host does not answer, the last
 * known commit is used, else what was built last; without a repository, an address, an access that the host takes or a build, the default
 * mountable template is. Wrong credentials at E2B, and a machine that cannot be made of the default template either, are errors of the start.
 *
 * Returns `undefined` where there is no repository.
 *
 * @throws SandboxError INVALID_ARGUMENT naming an option that is wrong.
 */
export function createRepoTemplate(options: RepoTemplateOptions): DeferredNamedTemplateSpec | undefined {
  const settings = readRepoTemplateSettings(options)
  const { getRepositoryAccess } = options
  if (getRepositoryAccess === undefined) return undefined
  return {
    resolveSpec: async (context) => {
      const logger = settings.logger ?? context?.logger ?? silentLogger
      const signal = context?.signal
      const { spec } = await resolveRepoSpec({ getRepositoryAccess, settings, logger, signal, takesLastKnown: true })
      return spec
    },
  }
}
