import { factorySandboxBrand } from '@caisson/core/driver'
import type { FactorySandbox, FactorySandboxBuilds, FactorySandboxContext } from '@caisson/core/editor'
import {
  bothStartHooks,
  FactorySettingsForm,
  refuseSessionOptions,
  type ReadFactorySettings,
} from '@caisson/kit/options'
import { E2BSandbox } from '../e2b-sandbox.js'
import { resolveE2BOptions, type E2BSandboxOptions } from '../options/index.js'
import { readRepoTemplateSettings } from '../repository/repo-template-settings.js'
import { checkMembers } from '../templates/resolve/known-members.js'
import type { DeferredNamedTemplateSpec } from '../templates/template-spec.js'
import { E2BFactoryBuilds } from './e2b-factory-builds.js'
import type { E2BFactorySandboxOptions, E2BFactorySandboxSettings } from './e2b-factory-sandbox-options.js'
import { FactoryTemplate } from './factory-template.js'

type Settings = E2BFactorySandboxSettings

const form = new FactorySettingsForm({ owner: 'E2BFactorySandbox', mostProcessors: 8 })

/**
 * Sandboxes at E2B for a host application: one for each session, with settings that people choose, and with the session's repository cloned and
 * set up. `builds` has what they are made from built before the first session needs it.
 */
export class E2BFactorySandbox implements FactorySandbox<Settings> {
  readonly provider = 'e2b'
  readonly templateFields: readonly ['cpuCount', 'memoryMb'] = ['cpuCount', 'memoryMb']
  readonly builds: Required<FactorySandboxBuilds<Settings>>
  readonly #options: E2BFactorySandboxOptions
  readonly #defaults: Settings

  static {
    Object.defineProperty(this.prototype, factorySandboxBrand, { value: true })
  }

  /**
   * Checks the options; sends nothing, and does not load the SDK. Missing credentials are an error of the first call.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming the option that is wrong.
   */
  constructor(options: E2BFactorySandboxOptions = {}) {
    this.#options = { ...options }
    refuseSessionOptions('E2BFactorySandbox', options, ['id', 'sandboxId'])
    form.read({}, options.defaults)
    this.#defaults = hostDefaults(options)
    form.read({}, this.#defaults)
    const connection = resolveE2BOptions(ofSandbox(this.#options))
    checkTemplate(options.template)
    this.builds = new E2BFactoryBuilds({
      connection,
      options: this.#options,
      templateOf: (context, settings) => this.#templateOf(context, this.#read(settings)),
    })
  }

  /** JSON Schema of the settings, for a form, with the defaults of the host. */
  get settings(): Readonly<Record<string, unknown>> {
    const { timeout } = this.#options
    const minutes = timeout === undefined ? undefined : timeout / 60_000
    const { idleTimeoutMinutes = minutes, ...defaults } = this.#defaults
    return form.describe({ ...defaults, idleTimeoutMinutes })
  }

  /** The template of the context's repository; `undefined` where it has none: the default template of the chosen size is used then. */
  template(context: FactorySandboxContext, settings?: Settings): DeferredNamedTemplateSpec | undefined {
    return this.#templateOf(context, this.#read(settings)).spec
  }

  /**
   * Makes the sandbox of a session; sends nothing. Its lifetime is the setting `idleTimeoutMinutes`, else that of `defaults`, else the option
   * `timeout`, else 5 minutes.
   *
   * Throws `SandboxError` INVALID_ARGUMENT naming what is wrong, and `SandboxUnsupportedFeatureError` for several repositories.
   */
  create(context: FactorySandboxContext, settings?: Settings): E2BSandbox {
    const read = this.#read(settings)
    const { spec, mountable } = this.#templateOf(context, read)
    const { idleTimeoutMinutes: minutes } = read
    const { timeout } = this.#options
    return new E2BSandbox({
      ...ofSandbox(this.#options),
      id: context.sessionId,
      sandboxId: context.sandboxId,
      template: spec,
      defaultTemplate: mountable,
      timeout: minutes === undefined ? timeout : minutes * 60_000,
      onStart: bothStartHooks(this.#options.onStart, context.onStart),
    })
  }

  #read(settings: Settings | undefined): ReadFactorySettings {
    return form.read(settings, this.#defaults)
  }

  #templateOf(context: FactorySandboxContext, settings: ReadFactorySettings): FactoryTemplate {
    return new FactoryTemplate(this.#options, context, settings)
  }
}

/** What else a template is made of is said by sessions and settings. */
function checkTemplate(template: E2BFactorySandboxOptions['template'] = {}): void {
  checkMembers('template', template, ['baseTemplate', 'buildEnv', 'fetch'])
  readRepoTemplateSettings(template)
}

/** A size that is said of the default template only holds for all. */
function hostDefaults({ defaults, defaultTemplate }: E2BFactorySandboxOptions): Settings {
  return {
    cpuCount: defaults?.cpuCount ?? defaultTemplate?.cpuCount,
    memoryMb: defaults?.memoryMb ?? defaultTemplate?.memoryMB,
    idleTimeoutMinutes: defaults?.idleTimeoutMinutes,
  }
}

function ofSandbox(options: E2BFactorySandboxOptions): E2BSandboxOptions {
  const { defaults: _defaults, template: _template, ...common } = options
  return common
}
