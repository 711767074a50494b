import { createHash } from 'node:crypto'
import { sh } from '@caisson/core/driver'
import { cloneCommands, type Repository } from '@caisson/kit/templates'
import type { PlatformTemplate } from './platform-template.js'
import { templateLimits } from './template-limits.js'
import { Template } from './template.js'

/** What a machine with a repository is made of. */
export interface RepoPlan {
  readonly repository: Repository
  readonly sha: string
  readonly token: string | undefined
  readonly setupCommands: readonly string[]
  readonly buildEnv: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly resources: { readonly cpuCount: number | undefined; readonly memoryMB: number | undefined }
}

/** The name that other libraries for this platform use as well. */
const tokenVariable = 'MASTRA_REPOSITORY_ACCESS_TOKEN'

/** A clone at a commit, set up. Secrets are in ephemeral variables only. */
export function repoTemplate(plan: RepoPlan): PlatformTemplate {
  const { repository, sha, token, workingDirectory, setupCommands } = plan
  const directory = `${workingDirectory === '/' ? '' : workingDirectory}/${repository.name}`
  const begun = inDirectory(withResources(withSecrets(Template(), plan), plan), workingDirectory)
  const clone = cloneCommands({
    repository,
    directory,
    sha,
    tokenVariable: token === undefined ? undefined : tokenVariable,
  })
  const cloned = clone.reduce((template, { text }) => template.runCmd(text), begun)
  const entered = cloned.setWorkdir(directory)
  const setUp = setupCommands.reduce((template, command) => template.runCmd(command), entered)
  return mark(setUp, setupCommands).setWorkdir(workingDirectory).withFamily(familyOf(repository, directory))
}

function withSecrets(template: PlatformTemplate, { buildEnv, token }: RepoPlan): PlatformTemplate {
  const secrets = { ...buildEnv, ...(token === undefined ? {} : { [tokenVariable]: token }) }
  return template.setEnvs(secrets, { ephemeral: true })
}

function withResources(template: PlatformTemplate, { resources: { cpuCount, memoryMB } }: RepoPlan): PlatformTemplate {
  const sized = cpuCount === undefined ? template : template.cpuCount(cpuCount)
  return memoryMB === undefined ? sized : sized.memoryMB(memoryMB)
}

/** Places that only root may write to are given to the user. */
function inDirectory(template: PlatformTemplate, directory: string): PlatformTemplate {
  const owner = sh`"$(id -u):$(id -g)"`
  const byRoot = sh`sudo -n mkdir -p -- ${directory} && sudo -n chown ${owner} ${directory}`
  return template.runCmd(sh`mkdir -p -- ${directory} 2>/dev/null || { ${byRoot}; }`.text).setWorkdir(directory)
}

/** Says in the clone, unseen by git, what it was set up with, so that nobody needs to do it again. */
function mark(template: PlatformTemplate, setupCommands: readonly string[]): PlatformTemplate {
  const digest = createHash('sha256').update(setupCommands.join('\n')).digest('hex')
  const write = sh`mkdir -p .mastra-sandbox && printf '%s\\n' ${`sha256:${digest}`} > .mastra-sandbox/setup`
  return template.runCmd(sh`${write} && printf '%s\\n' /.mastra-sandbox/ >> .git/info/exclude`.text)
}

function familyOf({ url }: Repository, directory: string): string {
  const family = `repo:${url}:${directory}`
  if (family.length <= templateLimits.familyCharacters) return family
  return `repo:${createHash('sha256').update(family).digest('hex')}`
}
