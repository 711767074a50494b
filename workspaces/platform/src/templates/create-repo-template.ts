import { silentLogger } from '@caisson/core/driver'
import type { Logger } from '@caisson/core/workspace'
import {
  readAuthorization,
  readRepository,
  readRepoTemplateOptions,
  redactRepositoryText,
  RepositoryHeads,
  type RepoTemplateSettings,
  type Repository,
  type RepositoryAccess,
  type RepositoryAuthorization,
} from '@caisson/kit/templates'
import { checkCommandLimits, checkVariableLimits } from './check-repo-limits.js'
import type { PlatformTemplate, PlatformTemplateResolver } from './platform-template.js'
import type { RepoTemplateOptions } from './repo-template-options.js'
import { repoTemplate } from './repo-template.js'
import { Template } from './template.js'
import { withResources } from './with-resources.js'

/** Of all repositories that this process has asked about. */
const heads = new RepositoryHeads()

type Settings = RepoTemplateSettings & {
  readonly fetch: typeof fetch | undefined
  readonly logger: Logger
}

/**
 * For the option `template` of sandboxes that work on a repository: machines are made with the head of its default branch cloned and set up.
 * What comes of it depends on the commit, so it is found out each time a machine is made. A repository that cannot be had costs a warning
 * and never a machine: it then has the resources, and nothing else. Where the repository's host does not answer, the commit is the last one
 * that the same access has found; where it refuses the access, there is none.
 *
 * Returns `undefined` where there is nothing to make a template of: neither a repository nor resources.
 *
 * @throws SandboxError INVALID_ARGUMENT for a bad directory, setup command or variable, and for one that is too large; `TypeError` or `RangeError` for bad resources.
 */
export function createRepoTemplate(options: RepoTemplateOptions): PlatformTemplateResolver | undefined {
  const { getRepositoryAccess, fetch: send, cpuCount, memoryMB } = options
  const isSized = cpuCount !== undefined || memoryMB !== undefined
  // First, for the errors that templates of this platform have.
  const plain = isSized ? withResources(Template(), { cpuCount, memoryMB }) : undefined
  const settings = readRepoTemplateOptions(options, { defaultDirectory: '/workspace' })
  checkCommandLimits(settings)
  if (typeof options.buildEnv === 'object') checkVariableLimits(options.buildEnv)
  if (getRepositoryAccess === undefined) return plain === undefined ? undefined : async () => plain
  return async (context) => {
    const logger = options.logger ?? context?.logger ?? silentLogger
    const access = await getRepositoryAccess()
    if (access === undefined) return plain
    return (await templateOf(access, { ...settings, fetch: send, logger })) ?? plain
  }
}

/** `undefined` where no commit is known. */
async function templateOf(access: RepositoryAccess, settings: Settings): Promise<PlatformTemplate | undefined> {
  const repository = readRepository(access.cloneUrl)
  const authorization = readAuthorization(access)
  const sha = await findHead(repository, authorization, settings)
  if (sha === undefined) return undefined
  const buildEnv = await settings.buildEnv()
  checkVariableLimits(buildEnv)
  return repoTemplate({ ...settings, repository, sha, token: authorization?.token, buildEnv })
}

async function findHead(
  repository: Repository,
  authorization: RepositoryAuthorization | undefined,
  { fetch: send, logger }: Settings,
): Promise<string | undefined> {
  const { sha, failure } = await heads.find({ repository, authorization, fetch: send })
  if (failure !== undefined) {
    const consequence = sha === undefined ? 'the machine is made without it' : `the last known one is used, ${sha}`
    const text = `the head of ${repository.url} could not be had (${failure}): ${consequence}`
    logger.warn(redactRepositoryText(text, [authorization?.token]))
  }
  return sha
}
