import type { FactorySandboxContext } from '@caisson/core/editor'
import type { ReadFactorySettings } from '@caisson/kit/options'
import { readRepository, readSessionRepository } from '@caisson/kit/templates'
import { SandboxProviderError, type Logger } from '@caisson/core/workspace'
import { SdkLoader } from '../driver/sdk.js'
import { createRepoTemplate, type RepoTemplateOptions } from '../repository/index.js'
import { repoTemplateName } from '../repository/repo-template-name.js'
import { readRepoTemplateSettings } from '../repository/repo-template-settings.js'
import { resolveRepoSpec } from '../repository/resolve-repo-spec.js'
import { defineMountableTemplate } from '../templates/mountable/define-mountable-template.js'
import { readMountableOptions, type MountableTemplateOptions } from '../templates/mountable/mountable-options.js'
import { mountableTemplateId } from '../templates/mountable/mountable-template-id.js'
import type { DeferredNamedTemplateSpec, NamedTemplateSpec } from '../templates/template-spec.js'
import type { E2BFactorySandboxOptions } from './e2b-factory-sandbox-options.js'

type FactoryTemplateOptions = Pick<E2BFactorySandboxOptions, 'defaultTemplate' | 'logger' | 'template'>

/** What the sandboxes of a context and settings are made from: the template of its repository, or else the default one of their size. */
export class FactoryTemplate {
  /** The default template, of the size that was chosen. */
  readonly mountable: MountableTemplateOptions
  readonly #repository: RepoTemplateOptions & { readonly getRepositoryAccess: ReturnType<typeof readSessionRepository> }

  /** Throws INVALID_ARGUMENT, and `SandboxUnsupportedFeatureError`, naming what is wrong. */
  constructor(
    { defaultTemplate, template }: FactoryTemplateOptions,
    context: FactorySandboxContext,
    { cpuCount, memoryMb: memoryMB }: ReadFactorySettings,
  ) {
    this.mountable = { ...defaultTemplate, cpuCount, memoryMB }
    const { setupCommand, workingDirectory } = context
    const { cpuCount: _cpuCount, memoryMB: _memoryMB, ...withoutSize } = defaultTemplate ?? {}
    this.#repository = {
      ...template,
      getRepositoryAccess: readSessionRepository(context),
      setupCommand,
      workingDirectory,
      cpuCount,
      memoryMB,
      defaultTemplate: withoutSize,
    }
    readRepoTemplateSettings(this.#repository)
  }

  /** For the option `template` of a sandbox; `undefined` where there is no repository. */
  get spec(): DeferredNamedTemplateSpec | undefined {
    return createRepoTemplate(this.#repository)
  }

  /** What is to be built now. Rejects with what the functions of the context reject with, and NOT_FOUND where there is no repository after all. */
  async resolve(logger: Logger): Promise<NamedTemplateSpec> {
    const { getRepositoryAccess } = this.#repository
    if (getRepositoryAccess === undefined) return this.#mountableSpec()
    const settings = readRepoTemplateSettings(this.#repository)
    const { spec } = await resolveRepoSpec({ getRepositoryAccess, settings, logger, takesLastKnown: false })
    return spec
  }

  /** The name, the same for all commits of a repository, whose host is not asked for it. */
  async name(): Promise<string> {
    const { getRepositoryAccess } = this.#repository
    if (getRepositoryAccess === undefined) return mountableTemplateId(readMountableOptions(this.mountable))
    const settings = readRepoTemplateSettings(this.#repository)
    const access = await getRepositoryAccess()
    if (access === undefined) throw new SandboxProviderError('there is no repository that has templates', 'NOT_FOUND')
    return repoTemplateName(readRepository(access.cloneUrl), settings, await settings.buildEnv())
  }

  /** What builds of any process may have had in their logs. */
  get lastingSecrets(): readonly string[] {
    const { buildEnv } = this.#repository
    return typeof buildEnv === 'object' ? Object.values(buildEnv) : []
  }

  async #mountableSpec(): Promise<NamedTemplateSpec> {
    const settings = readMountableOptions(this.mountable)
    const sdk = await new SdkLoader().load()
    return {
      ref: mountableTemplateId(settings),
      template: async () => ({ template: defineMountableTemplate(sdk, settings) }),
      buildResources: settings.resources,
    }
  }
}
