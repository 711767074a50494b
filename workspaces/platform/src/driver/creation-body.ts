import type { ResolvedPlatformOptions } from '../options/index.js'
import type { WantedTemplate } from './template-source.js'

/** What a new sandbox is made of. */
export interface Creation {
  readonly options: ResolvedPlatformOptions
  readonly environmentId: string
  readonly recoveryId: string
  readonly env: Readonly<Record<string, string>>
  readonly template: WantedTemplate | undefined
}

/** The body of a creation; what is undefined vanishes in JSON. */
export function creationBody({ options, environmentId, recoveryId, env, template }: Creation): Record<string, unknown> {
  const { seedCheckpointName, idleTimeoutMinutes, networkIsolation } = options
  return {
    id: recoveryId,
    seedCheckpointName,
    ...template?.request,
    environmentId,
    idleTimeoutMinutes,
    networkIsolation,
    env,
  }
}

/** What nobody may read of a creation: values of variables. */
export function secretsOf({ env, template }: Creation): readonly string[] {
  return [...Object.values(env), ...Object.values(template?.request.templateBuildEnvs ?? {})]
}
