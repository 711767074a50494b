import { silentLogger } from '@caisson/core/driver'
import type {
  FactorySandboxBuild,
  FactorySandboxBuilds,
  FactorySandboxBuildStart,
  FactorySandboxContext,
} from '@caisson/core/editor'
import { SandboxProviderError, type Logger } from '@caisson/core/workspace'
import { redactRepositoryText } from '@caisson/kit/templates'
import { templateRequest, type PlatformTemplate, type TemplateBuildOptions } from '../templates/index.js'
import type { FactoryTemplate } from './factory-template.js'
import type { PlatformFactorySandboxSettings } from './platform-factory-sandbox-options.js'

/** The templates of so many builds are remembered. */
const mostRemembered = 100

type Settings = PlatformFactorySandboxSettings

export interface PlatformFactoryBuildsParts {
  /** Who asks, and where the platform is. */
  readonly connection: TemplateBuildOptions
  readonly logger: Logger | undefined
  /** Throws INVALID_ARGUMENT. */
  readonly templateOf: (context: FactorySandboxContext, settings: Settings | undefined) => FactoryTemplate
}

/**
 * Builds at the platform of what sandboxes of a context and settings are made from. The platform tells how a build stands only to who sends its
 * definition, so that is kept, or made again.
 */
export class PlatformFactoryBuilds implements FactorySandboxBuilds<Settings> {
  readonly #parts: PlatformFactoryBuildsParts
  readonly #templates = new Map<string, PlatformTemplate>()

  constructor(parts: PlatformFactoryBuildsParts) {
    this.#parts = parts
  }

  async start(context: FactorySandboxContext, settings?: Settings): Promise<FactorySandboxBuildStart> {
    const { error: _error, ...started } = await this.#ask(await this.#find(context, settings), context)
    return started
  }

  async get(
    context: FactorySandboxContext,
    settings: Settings | undefined,
    buildId: string,
  ): Promise<FactorySandboxBuild> {
    // For wrong settings and contexts.
    this.#parts.templateOf(context, settings)
    const template = this.#templates.get(buildId) ?? (await this.#find(context, settings))
    const build = await this.#ask(template, context)
    if (build.buildId === buildId) return build
    const error = `it is not what these sandboxes are made from now, which is ${build.buildId}`
    return { buildId, status: 'unknown', error }
  }

  async #find(context: FactorySandboxContext, settings: Settings | undefined): Promise<PlatformTemplate> {
    const wanted = this.#parts.templateOf(context, settings)
    const template = await wanted.resolve(this.#parts.logger ?? silentLogger)
    if (template !== undefined) return template
    throw new SandboxProviderError(
      'platform: there is no repository, or its head could not be had',
      'UNAVAILABLE',
      undefined,
      {
        retry: 'safe',
        provider: 'platform',
      },
    )
  }

  /** Asks for the build, or how it stands: the same request does both. */
  async #ask(template: PlatformTemplate, { sessionId }: FactorySandboxContext): Promise<FactorySandboxBuild> {
    const { templateId, status, error } = await template.build({ ...this.#parts.connection, sessionId })
    this.#templates.set(templateId, template)
    const [oldest] = this.#templates.keys()
    if (this.#templates.size > mostRemembered && oldest !== undefined) this.#templates.delete(oldest)
    const secrets = Object.values(templateRequest(template).templateBuildEnvs ?? {})
    const shown = error === undefined ? {} : { error: redactRepositoryText(error, secrets) }
    return { buildId: templateId, templateId, status, ...shown }
  }
}
