import { factorySandboxBrand } from '@caisson/core/driver'
import type { FactorySandbox, FactorySandboxBuilds, FactorySandboxContext } from '@caisson/core/editor'
import { bothStartHooks, defaultFactorySettings, FactorySettingsForm, refuseSessionOptions } from '@caisson/kit/options'
import { resolvePlatformOptions, type PlatformSandboxOptions } from '../options/index.js'
import { PlatformSandbox } from '../platform-sandbox.js'
import { createRepoTemplate, type PlatformTemplateResolver, type TemplateBuildOptions } from '../templates/index.js'
import { FactoryTemplate } from './factory-template.js'
import { PlatformFactoryBuilds } from './platform-factory-builds.js'
import type {
  PlatformFactorySandboxOptions,
  PlatformFactorySandboxSettings,
} from './platform-factory-sandbox-options.js'

type Settings = PlatformFactorySandboxSettings

const form = new FactorySettingsForm({ owner: 'PlatformFactorySandbox', mostProcessors: 64 })

/**
 * Sandboxes at the platform for a host application: one for each session, with settings that people choose, and with the session's repository
 * cloned and set up. `builds` has what they are made from built before the first session needs it.
 */
export class PlatformFactorySandbox implements FactorySandbox<Settings> {
  readonly provider = 'platform'
  readonly templateFields: readonly ['cpuCount', 'memoryMb'] = ['cpuCount', 'memoryMb']
  /** Without `list`: the platform tells nothing of earlier builds. */
  readonly builds: FactorySandboxBuilds<Settings>
  readonly #options: PlatformFactorySandboxOptions

  static {
    Object.defineProperty(this.prototype, factorySandboxBrand, { value: true })
  }

  /**
   * Checks the options; sends nothing. Missing credentials are an error of the first call.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong.
   */
  constructor(options: PlatformFactorySandboxOptions = {}) {
    this.#options = { ...options }
    refuseSessionOptions('PlatformFactorySandbox', options, ['id', 'sandboxId', 'sessionId'])
    form.read({}, options.defaults)
    resolvePlatformOptions(ofSandbox(this.#options))
    createRepoTemplate({ ...options.template, getRepositoryAccess: undefined })
    this.builds = new PlatformFactoryBuilds({
      connection: connectionOf(this.#options),
      logger: options.logger,
      templateOf: (context, settings) => this.#templateOf(context, settings),
    })
  }

  /** JSON Schema of the settings, for a form, with the defaults of the host. */
  get settings(): Readonly<Record<string, unknown>> {
    const { defaults = {}, idleTimeoutMinutes } = this.#options
    return form.describe({ ...defaults, idleTimeoutMinutes: defaults.idleTimeoutMinutes ?? idleTimeoutMinutes })
  }

  /** What the sandboxes of a context are made from: its repository where it has one, with the size that was chosen. */
  template(context: FactorySandboxContext, settings?: Settings): PlatformTemplateResolver | undefined {
    return this.#templateOf(context, settings).resolver
  }

  /**
   * Makes the sandbox of a session; sends nothing. It ends after so many minutes without activity as the setting `idleTimeoutMinutes` says, else that
   * of `defaults`, else the option, else 5.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming what is wrong, and `SandboxUnsupportedFeatureError` for several repositories.
   */
  create(context: FactorySandboxContext, settings?: Settings): PlatformSandbox {
    const { defaults, idleTimeoutMinutes = defaultFactorySettings.idleTimeoutMinutes, onStart } = this.#options
    const { sessionId, sandboxId } = context
    return new PlatformSandbox({
      ...ofSandbox(this.#options),
      id: sessionId,
      sessionId,
      sandboxId,
      template: this.template(context, settings),
      idleTimeoutMinutes: form.read(settings, defaults).idleTimeoutMinutes ?? idleTimeoutMinutes,
      onStart: bothStartHooks(onStart, context.onStart),
    })
  }

  #templateOf(context: FactorySandboxContext, settings: Settings | undefined): FactoryTemplate {
    const { defaults, template } = this.#options
    return new FactoryTemplate(template, context, form.read(settings, defaults))
  }
}

function ofSandbox(options: PlatformFactorySandboxOptions): PlatformSandboxOptions {
  const { defaults: _defaults, template: _template, ...common } = options
  return common
}

/** The options that a request for a build has in common with sandboxes. */
function connectionOf(options: PlatformFactorySandboxOptions): TemplateBuildOptions {
  const { accessToken, projectId, baseUrl, urlPrefix, sandboxProvider, environmentId } = options
  const { actingUserId, threadId, fetch: send } = options
  return {
    accessToken,
    projectId,
    baseUrl,
    urlPrefix,
    sandboxProvider,
    environmentId,
    actingUserId,
    threadId,
    fetch: send,
  }
}
