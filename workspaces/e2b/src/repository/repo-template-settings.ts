import { invalidArgument, type Logger } from '@caisson/core/workspace'
import { readRepoTemplateOptions } from '@caisson/kit/templates'
import { checkMembers } from '../templates/resolve/known-members.js'
import { readMountableOptions, type MountableTemplateSettings } from '../templates/mountable/mountable-options.js'
import type { RepoTemplateIdentity } from './repo-template-identity.js'
import type { RepoDefaultTemplate, RepoTemplateOptions } from './repo-template-options.js'

/** The options of a template of a repository, checked, with their defaults. */
export interface RepoTemplateSettings {
  readonly setupCommands: readonly string[]
  /** Asked for once for each machine. */
  readonly buildEnv: () => Promise<Readonly<Record<string, string>>>
  /** Their values are others each time. */
  readonly mintsBuildEnv: boolean
  readonly workingDirectory: string
  readonly resources: { readonly cpuCount: number; readonly memoryMB: number }
  readonly baseTemplate: string | undefined
  /** Stood on where there is no other. */
  readonly mountable: MountableTemplateSettings
  readonly fetch: typeof fetch | undefined
  readonly logger: Logger | undefined
}

/** What a template of a repository is named by, beside the repository. */
export const namingMembers: readonly (keyof RepoTemplateOptions & keyof RepoTemplateIdentity)[] = [
  'setupCommand',
  'buildEnv',
  'cpuCount',
  'memoryMB',
  'workingDirectory',
  'baseTemplate',
  'defaultTemplate',
]
const members = [
  'getRepositoryAccess',
  ...namingMembers,
  'fetch',
  'logger',
] as const satisfies readonly (keyof RepoTemplateOptions)[]
/** Its size is the repository's. */
const membersOfDefault = [
  'nodeVersion',
  'nodeSource',
  'tools',
] as const satisfies readonly (keyof RepoDefaultTemplate)[]

const defaults = { directory: '/home/user', cpuCount: 2, memoryMB: 1024 } as const

/** Throws INVALID_ARGUMENT, which names the option. */
export function readRepoTemplateSettings(options: Partial<RepoTemplateOptions>): RepoTemplateSettings {
  checkOptions(options)
  const { resources, ...settings } = readRepoTemplateOptions(options, { defaultDirectory: defaults.directory })
  const size = {
    cpuCount: resources.cpuCount ?? defaults.cpuCount,
    memoryMB: resources.memoryMB ?? defaults.memoryMB,
  }
  return {
    ...settings,
    mintsBuildEnv: typeof options.buildEnv === 'function',
    resources: size,
    baseTemplate: readBaseTemplate(options.baseTemplate),
    mountable: readMountableOptions({ ...options.defaultTemplate, ...size }),
    fetch: options.fetch,
    logger: options.logger,
  }
}

function checkOptions(options: Partial<RepoTemplateOptions>): void {
  checkMembers('options of the template', options, members)
  const { getRepositoryAccess, defaultTemplate, fetch: send, logger } = options
  if (defaultTemplate !== undefined) checkMembers('defaultTemplate', defaultTemplate, membersOfDefault)
  for (const [name, given] of Object.entries({ getRepositoryAccess, fetch: send })) {
    if (given === undefined || typeof given === 'function') continue
    throw invalidArgument({ name, expected: 'a function', given, secret: true })
  }
  if (logger === undefined || typeof logger.warn === 'function') return
  throw invalidArgument({ name: 'logger', expected: 'an object with debug, info, warn and error', given: logger })
}

function readBaseTemplate(given: unknown): string | undefined {
  if (given === undefined || (typeof given === 'string' && /^[a-z0-9][\w./:-]*$/i.test(given))) return given
  throw invalidArgument({ name: 'baseTemplate', expected: 'a name or an id of a template', given })
}
