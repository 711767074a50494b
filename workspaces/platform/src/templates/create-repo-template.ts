import { silentLogger } from '@caisson/core/driver'
import { invalidArgument, type Logger } from '@caisson/core/workspace'
import {
  readRepository,
  readWorkingDirectory,
  redactRepositoryText,
  type Repository,
  type RepositoryAccess,
  RepositoryHeads,
} from '@caisson/kit/templates'
import type { PlatformTemplate, PlatformTemplateResolver } from './platform-template.js'
import type { RepoTemplateOptions } from './repo-template-options.js'
import { type RepoPlan, repoTemplate } from './repo-template.js'
import { Template } from './template.js'

/** Of all repositories that this process has asked about. */
const heads = new RepositoryHeads()

type Settings = Omit<RepoPlan, 'repository' | 'sha' | 'token' | 'buildEnv'> & {
  readonly buildEnv: RepoTemplateOptions['buildEnv']
  readonly fetch: typeof fetch | undefined
  readonly logger: Logger
}

/**
 * For the option `template` of sandboxes that work on a repository: machines are made with the head of its default branch cloned and set up.
 * What comes of it depends on the commit, so it is found out each time a machine is made. A repository that cannot be had costs a warning
 * and never a machine: it then has the resources, and nothing else.
 *
 * Returns `undefined` where there is nothing to make a template of: neither a repository nor resources.
 *
 * @throws SandboxError INVALID_ARGUMENT for a bad directory; `TypeError` or `RangeError` for bad resources.
 */
export function createRepoTemplate(options: RepoTemplateOptions): PlatformTemplateResolver | undefined {
  const { getRepositoryAccess } = options
  const settings = readSettings(options)
  const plain = withResources(settings)
  if (getRepositoryAccess === undefined) return plain === undefined ? undefined : async () => plain
  return async () => {
    const access = await getRepositoryAccess()
    return access === undefined ? plain : ((await templateOf(access, settings)) ?? plain)
  }
}

function readSettings(options: RepoTemplateOptions): Settings {
  const { setupCommand = [], buildEnv, workingDirectory, cpuCount, memoryMB, fetch: send, logger } = options
  const commands: readonly unknown[] = [setupCommand].flat()
  if (!commands.every((command) => typeof command === 'string')) {
    throw invalidArgument({ name: 'setupCommand', expected: 'a command or a list of them', given: setupCommand })
  }
  return {
    setupCommands: commands.filter((command) => command.trim() !== ''),
    buildEnv,
    workingDirectory: readWorkingDirectory(workingDirectory ?? '/workspace'),
    resources: { cpuCount, memoryMB },
    fetch: send,
    logger: logger ?? silentLogger,
  }
}

function withResources({ resources: { cpuCount, memoryMB } }: Settings): PlatformTemplate | undefined {
  if (cpuCount === undefined && memoryMB === undefined) return undefined
  const sized = cpuCount === undefined ? Template() : Template().cpuCount(cpuCount)
  return memoryMB === undefined ? sized : sized.memoryMB(memoryMB)
}

/** `undefined` where no commit is known. */
async function templateOf(access: RepositoryAccess, settings: Settings): Promise<PlatformTemplate | undefined> {
  const repository = readRepository(access.cloneUrl)
  const sha = await findHead(repository, access, settings)
  if (sha === undefined) return undefined
  const { buildEnv } = settings
  return repoTemplate({
    ...settings,
    repository,
    sha,
    token: access.authorization?.token,
    buildEnv: typeof buildEnv === 'function' ? await buildEnv() : (buildEnv ?? {}),
  })
}

async function findHead(
  repository: Repository,
  { authorization }: RepositoryAccess,
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
