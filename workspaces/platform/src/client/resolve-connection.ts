import {
  requireConnection,
  resolveOptions,
  resolveOptionsLate,
  trimCredential,
  withoutSlash,
  type EnvironmentSource,
  type LateOptions,
} from '@caisson/kit/options'
import type { z } from 'zod'
import type { PlatformClientOptions } from './platform-client-options.js'
import type { PlatformConnection } from './platform-client.js'

const defaultBaseUrl = 'https://workspaces.mastra.ai'

/** Options of a client, and how to reach the platform with them. */
export interface LateConnection<Options> {
  readonly options: Options
  /**
   * What is missing is looked for in the environment once more. Throws `SandboxProviderError` UNAUTHENTICATED, naming options
   * and variables, when token or project are missing then.
   */
  readonly connection: () => PlatformConnection
}

/**
 * Checks options, and fills in the environment and the defaults.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable.
 */
export function resolveConnectionLate<Options extends PlatformClientOptions>(
  schema: z.ZodType<Options>,
  given: Options,
  { owner, environment }: { owner: string; environment?: EnvironmentSource | undefined },
): LateConnection<Options> {
  const { options } = resolveOptions(schema, given, { owner, environment })
  const late = (name: 'accessToken' | 'projectId'): LateOptions<PlatformClientOptions> =>
    resolveOptionsLate<PlatformClientOptions>(schema, given, { owner, environment, oneOf: [name] })
  const [token, project] = [late('accessToken'), late('projectId')]
  return {
    options,
    connection: () => {
      const [now, projectNow] = [token.current(), project.current()]
      const absent = [now.missing, projectNow.missing].filter((text) => text !== undefined)
      const connection = connectionOf({ ...now.options, projectId: projectNow.options.projectId })
      return requireConnection({ connection, missing: absent.length === 0 ? undefined : absent.join('; ') }, 'platform')
    },
  }
}

function connectionOf(options: PlatformClientOptions): PlatformConnection {
  const { accessToken, projectId = '', baseUrl = defaultBaseUrl, urlPrefix = 'backend' } = options
  return {
    baseUrl: withoutSlash(baseUrl),
    accessToken: trimCredential(accessToken) ?? '',
    projectId,
    prefix: urlPrefix,
    backend: options.sandboxProvider ?? 'railway',
    actingUserId: options.actingUserId?.trim(),
    sessionId: options.sessionId,
    threadId: options.threadId,
  }
}
