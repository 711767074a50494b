import { invalidArgument } from '@caisson/core/workspace'
import { readRepository } from '@caisson/kit/templates'
import { checkMembers } from '../templates/resolve/known-members.js'
import type { RepoTemplateIdentity } from './repo-template-identity.js'
import { commitTag, repoTemplateName } from './repo-template-name.js'
import { namingMembers, readRepoTemplateSettings } from './repo-template-settings.js'

const members = ['cloneUrl', 'sha', ...namingMembers] as const satisfies readonly (keyof RepoTemplateIdentity)[]

/**
 * Says what a template of a repository is called: `name:sha-…` at a commit, `name:current` for what was built last. Asks nobody.
 *
 * @throws SandboxError INVALID_ARGUMENT naming what is wrong.
 */
export function repoTemplateRef(identity: RepoTemplateIdentity): string {
  checkMembers('identity', identity, members)
  const { cloneUrl, sha, buildEnv, ...choices } = identity
  const repository = readRepository(cloneUrl)
  if (sha !== undefined && !/^[0-9a-f]{7,64}$/i.test(sha)) {
    throw invalidArgument({ name: 'sha', expected: '7 to 64 hexadecimal digits', given: sha })
  }
  const mintsBuildEnv = isNames(buildEnv)
  const variables = isNames(buildEnv) ? Object.fromEntries(buildEnv.map((name) => [name, ''])) : (buildEnv ?? {})
  const settings = readRepoTemplateSettings({ ...choices, buildEnv: variables })
  const name = repoTemplateName(repository, { ...settings, mintsBuildEnv }, variables)
  return `${name}:${commitTag(sha)}`
}

function isNames(given: RepoTemplateIdentity['buildEnv']): given is readonly string[] {
  return Array.isArray(given)
}
