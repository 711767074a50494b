import { silentLogger } from '@caisson/core/driver'
import type {
  FactorySandboxBuild,
  FactorySandboxBuilds,
  FactorySandboxBuildStart,
  FactorySandboxContext,
} from '@caisson/core/editor'
import { redactRepositoryText } from '@caisson/kit/templates'
import { ControlRequests } from '../driver/requests.js'
import { SdkLoader } from '../driver/sdk.js'
import type { ResolvedE2BOptions } from '../options/resolved-e2b-options.js'
import { findBuilds, isRefReady, type BuildIds, type KnownBuilds } from '../templates/builds/find-builds.js'
import { knownBuildIds } from '../templates/builds/known-builds.js'
import { buildRequestError, ForeignNameError } from '../templates/builds/request-failure.js'
import { TemplateAccount } from '../templates/builds/template-account.js'
import { TemplateBuild } from '../templates/builds/template-build.js'
import { namedOrder } from '../templates/resolve/named-order.js'
import { buildStatus } from './build-status.js'
import { compositeBuildId, existingBuildId, readCompositeBuildId } from './composite-build-id.js'
import type { E2BFactorySandboxOptions, E2BFactorySandboxSettings } from './e2b-factory-sandbox-options.js'
import type { FactoryTemplate } from './factory-template.js'
import { readBuildLog } from './read-build-log.js'
import { startBuild } from './start-build.js'

/** Longest wait for E2B to know of a build, clones and uploads included. */
const defaultLimitMs = 15 * 60_000

type Settings = E2BFactorySandboxSettings

export interface E2BFactoryBuildsParts {
  readonly connection: Pick<ResolvedE2BOptions, 'connection' | 'missing'>
  readonly options: Pick<E2BFactorySandboxOptions, 'buildTimeoutMs' | 'logger' | 'onBuildLog'>
  /** Throws INVALID_ARGUMENT. */
  readonly templateOf: (context: FactorySandboxContext, settings: Settings | undefined) => FactoryTemplate
}

/** Builds at E2B of what sandboxes of a context and settings are made from. */
export class E2BFactoryBuilds implements FactorySandboxBuilds<Settings> {
  readonly #parts: E2BFactoryBuildsParts

  constructor(parts: E2BFactoryBuildsParts) {
    this.#parts = parts
  }

  async start(context: FactorySandboxContext, settings?: Settings): Promise<FactorySandboxBuildStart> {
    const { templateOf, options } = this.#parts
    const { logger = silentLogger, onBuildLog, buildTimeoutMs: limitMs = defaultLimitMs } = options
    const spec = await templateOf(context, settings).resolve(logger)
    const account = await this.#account()
    const build = new TemplateBuild(account, namedOrder(account.sdk, spec))
    const ids = await startBuild(build, { limitMs, logger, onBuildLog })
    if (ids === undefined) return { buildId: existingBuildId(account.nameOf(spec.ref)), status: 'ready' }
    return { buildId: compositeBuildId(ids), templateId: ids.templateId, status: 'pending' }
  }

  async get(
    context: FactorySandboxContext,
    settings: Settings | undefined,
    buildId: string,
  ): Promise<FactorySandboxBuild> {
    const { lastingSecrets } = this.#parts.templateOf(context, settings)
    const wanted = readCompositeBuildId(buildId)
    if (wanted === undefined) return unknownBuild(buildId)
    return 'ids' in wanted ? this.#look(buildId, wanted.ids, lastingSecrets) : this.#lookForRef(buildId, wanted.ref)
  }

  async list(context: FactorySandboxContext, settings?: Settings): Promise<readonly FactorySandboxBuild[]> {
    const name = await this.#parts.templateOf(context, settings).name()
    const account = await this.#account()
    const { templateId, builds } = await findOwnBuilds(account, name)
    if (templateId === undefined) return []
    return builds.map(({ buildID, status, createdAt, finishedAt }) => ({
      buildId: compositeBuildId({ templateId, buildId: buildID }),
      templateId,
      status: buildStatus(status),
      startedAt: createdAt,
      ...(finishedAt === undefined ? {} : { finishedAt }),
    }))
  }

  async #look(buildId: string, ids: BuildIds, lastingSecrets: readonly string[]): Promise<FactorySandboxBuild> {
    const sight = await readBuildLog(await this.#account(), ids)
    if (sight === undefined) return unknownBuild(buildId)
    const secrets = [...lastingSecrets, ...knownBuildIds.secretsOf(ids.buildId)]
    const show = (text: string): string => redactRepositoryText(text, secrets)
    const { status, reason, lines } = sight
    return {
      buildId,
      templateId: ids.templateId,
      status: buildStatus(status),
      logs: lines.map(show),
      ...(reason === undefined ? {} : { error: show(reason.message) }),
    }
  }

  /** One that had been there before may be gone. */
  async #lookForRef(buildId: string, ref: string): Promise<FactorySandboxBuild> {
    const account = await this.#account()
    const { signal } = new AbortController()
    try {
      const known = await findBuilds(account, ref, signal)
      if (!(await isRefReady(account, ref, known, signal))) return unknownBuild(buildId)
      return { buildId, templateId: known.templateId, status: 'ready' }
    } catch (error) {
      if (error instanceof ForeignNameError) return unknownBuild(buildId)
      throw buildRequestError(error, account.sdk, ref)
    }
  }

  async #account(): Promise<TemplateAccount> {
    const sdk = await new SdkLoader().load()
    const requests = new ControlRequests(this.#parts.connection, defaultLimitMs)
    return new TemplateAccount(sdk, (signal) => requests.single(signal))
  }
}

function unknownBuild(buildId: string): FactorySandboxBuild {
  return { buildId, status: 'unknown', error: 'E2B knows no such build of this account' }
}

/** A name that belongs to somebody else has a suffix here. */
async function findOwnBuilds(account: TemplateAccount, name: string): Promise<KnownBuilds> {
  const tried = account.nameOf(name)
  try {
    return await findBuilds(account, tried, new AbortController().signal)
  } catch (error) {
    if (error instanceof ForeignNameError && account.noteForeign(name, tried)) return findOwnBuilds(account, name)
    throw buildRequestError(error, account.sdk, tried)
  }
}
