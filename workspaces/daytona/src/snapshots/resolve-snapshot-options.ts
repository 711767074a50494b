import type { Logger } from '@caisson/core/workspace'
import { silentLogger } from '@caisson/core/driver'
import { resolveOptions, type EnvironmentSource } from '@caisson/kit/options'
import { requireConnection, resolveConnection, type DaytonaConnection, type DaytonaImage } from '../options/index.js'
import type {
  DaytonaMountTool,
  DaytonaSnapshotResources,
  MountableSnapshotOptions,
} from './mountable-snapshot-options.js'
import {
  defaultBuildTimeoutMs,
  defaultImage,
  defaultTools,
  mountableSnapshotSchema,
} from './mountable-snapshot-schema.js'

/** Options with their defaults and the environment applied. Holds secrets: never log it. */
export interface ResolvedSnapshotOptions extends Pick<MountableSnapshotOptions, 'onBuildLog' | 'abortSignal'> {
  /** In the order of their names, each once. */
  readonly tools: readonly DaytonaMountTool[]
  readonly image: DaytonaImage
  readonly resources: DaytonaSnapshotResources | undefined
  readonly entrypoint: readonly string[] | undefined
  readonly regionId: string | undefined
  /** As chosen by the caller. */
  readonly name: string | undefined
  readonly buildTimeoutMs: number
  readonly logger: Logger
  readonly connection: DaytonaConnection
}

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable, `SandboxProviderError` UNAUTHENTICATED when there
 * are no complete credentials.
 */
export function resolveSnapshotOptions(
  given: MountableSnapshotOptions,
  environment?: EnvironmentSource,
): ResolvedSnapshotOptions {
  const { options, missing } = resolveOptions(mountableSnapshotSchema, given, {
    owner: 'createMountableSnapshot',
    environment,
    oneOf: ['apiKey', ['jwtToken', 'organizationId']],
  })
  const connection = requireConnection({ connection: resolveConnection(options), missing })
  return {
    tools: [...new Set(options.tools ?? defaultTools)].toSorted(),
    image: options.image ?? defaultImage,
    resources: options.resources,
    entrypoint: options.entrypoint,
    regionId: options.regionId ?? connection.target,
    name: options.name,
    buildTimeoutMs: options.buildTimeoutMs ?? defaultBuildTimeoutMs,
    onBuildLog: options.onBuildLog,
    abortSignal: options.abortSignal,
    logger: options.logger ?? silentLogger,
    connection,
  }
}
