import { createHash } from 'node:crypto'
import { repositoryDirectory, repositorySteps, type Repository, type RepositoryStep } from '@caisson/kit/templates'
import type { PlatformTemplate } from './platform-template.js'
import { templateLimits } from './template-limits.js'
import { Template } from './template.js'
import { withResources, type TemplateResources } from './with-resources.js'

/** What a machine with a repository is made of. */
export interface RepoPlan {
  readonly repository: Repository
  readonly sha: string
  readonly token: string | undefined
  readonly setupCommands: readonly string[]
  readonly buildEnv: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly resources: TemplateResources
}

/** The name that other libraries for this platform use as well. */
const tokenVariable = 'MASTRA_REPOSITORY_ACCESS_TOKEN'

/** A clone at a commit, set up. Secrets are in ephemeral variables only. */
export function repoTemplate(plan: RepoPlan): PlatformTemplate {
  const { repository, token } = plan
  const begun = withResources(withSecrets(Template(), plan), plan.resources)
  const steps = repositorySteps({ ...plan, tokenVariable: token === undefined ? undefined : tokenVariable })
  return steps.reduce(addStep, begun).withFamily(familyOf(repository, repositoryDirectory(plan)))
}

function addStep(template: PlatformTemplate, step: RepositoryStep): PlatformTemplate {
  return 'run' in step ? template.runCmd(step.run) : template.setWorkdir(step.workingDirectory)
}

function withSecrets(template: PlatformTemplate, { buildEnv, token }: RepoPlan): PlatformTemplate {
  const secrets = { ...buildEnv, ...(token === undefined ? {} : { [tokenVariable]: token }) }
  return template.setEnvs(secrets, { ephemeral: true })
}

function familyOf({ url }: Repository, directory: string): string {
  const family = `repo:${url}:${directory}`
  if (family.length <= templateLimits.familyCharacters) return family
  return `repo:${createHash('sha256').update(family).digest('hex')}`
}
