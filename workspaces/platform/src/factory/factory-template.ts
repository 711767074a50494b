import type { FactorySandboxContext } from '@caisson/core/editor'
import type { Logger } from '@caisson/core/workspace'
import type { ReadFactorySettings } from '@caisson/kit/options'
import { readSessionRepository } from '@caisson/kit/templates'
import {
  createRepoTemplate,
  type PlatformTemplate,
  type PlatformTemplateResolver,
  type RepoTemplateOptions,
} from '../templates/index.js'

/** What the sandboxes of a context and settings are made from: the template of its repository, or else nothing but their size. */
export class FactoryTemplate {
  readonly resolver: PlatformTemplateResolver | undefined
  readonly #hasRepository: boolean

  /** Throws INVALID_ARGUMENT, and `SandboxUnsupportedFeatureError`, naming what is wrong. */
  constructor(
    template: Pick<RepoTemplateOptions, 'buildEnv' | 'fetch'> | undefined,
    context: FactorySandboxContext,
    { cpuCount, memoryMb: memoryMB }: ReadFactorySettings,
  ) {
    const { setupCommand, workingDirectory } = context
    const getRepositoryAccess = readSessionRepository(context)
    this.#hasRepository = getRepositoryAccess !== undefined
    this.resolver = createRepoTemplate({
      ...template,
      getRepositoryAccess,
      setupCommand,
      workingDirectory,
      cpuCount,
      memoryMB,
    })
  }

  /** `undefined` where the repository cannot be had. */
  async resolve(logger: Logger): Promise<PlatformTemplate | undefined> {
    const template = await this.resolver?.({ logger })
    // Without a commit the size alone is left, which is of no family.
    return this.#hasRepository && template?.toJSON().family === undefined ? undefined : template
  }
}
