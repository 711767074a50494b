import type { Sandbox, TemplateBuilder, TemplateClass } from 'e2b'
import type { Logger } from '@caisson/core/workspace'
import { redactRepositoryText, type BuildWatch } from '@caisson/kit/templates'
import type { ControlRequests } from '../../driver/requests.js'
import type { E2BSdk, SdkLoader } from '../../driver/sdk.js'
import { TemplateAccount } from '../builds/template-account.js'
import type { BuildOrder } from '../builds/template-build.js'
import { isDeferredSpec, isDefinition, isNamedSpec } from '../is-template-spec.js'
import { readMountableOptions, type MountableTemplateOptions } from '../mountable/mountable-options.js'
import type { NamedTemplateSpec, TemplateDefinition, TemplateSpec } from '../template-spec.js'
import { DeferredSpec } from './deferred-spec.js'
import { definitionOrder, functionOrder } from './definition-order.js'
import { fromDefault } from './from-default.js'
import { fromNamed, type Fallbacks } from './from-named.js'
import { fromOrder } from './from-order.js'
import { checkNamedSpec } from './named-order.js'
import type { TemplateObservations } from './template-observations.js'
import { TemplateStart } from './template-start.js'

/** A start waits no longer for a build than this part of what is left of it, so that a machine can still be made. */
const mostOfRest = 0.9

/** What a sandbox says about its template. */
export interface TemplateResolverParts {
  readonly template: TemplateSpec | undefined
  readonly defaultTemplate: MountableTemplateOptions | undefined
  /** Longest wait of a start for a build. */
  readonly buildTimeoutMs: number
  readonly onBuildLog: BuildWatch['onBuildLog']
  readonly sdk: SdkLoader
  readonly requests: ControlRequests
  readonly logger: () => Logger
}

/** A machine, and what it was made from. */
export interface MadeMachine {
  readonly sandbox: Sandbox
  readonly template: TemplateObservations
}

type CodedTemplate = TemplateDefinition | ((base: TemplateBuilder) => TemplateClass)
type MakeMachine = (template: string) => Promise<Sandbox>

/** Makes the machines of one sandbox, from the template that it is to have. Works when a machine is created, never else. */
export class TemplateResolver {
  readonly #parts: TemplateResolverParts
  readonly #deferred: DeferredSpec | undefined
  /** A definition is read once for each sandbox, unless it cannot be built. */
  #order: Promise<BuildOrder> | undefined

  constructor(parts: TemplateResolverParts) {
    this.#parts = parts
    const { template, defaultTemplate, logger } = parts
    readMountableOptions(defaultTemplate)
    if (isDeferredSpec(template)) this.#deferred = new DeferredSpec(template, logger)
    else if (isNamedSpec(template)) checkNamedSpec(template)
  }

  /**
   * Begins what can be found out without a machine, and refuses what cannot be built before anything is sent; for a start that
   * will have to create a machine.
   */
  async prepare(signal: AbortSignal): Promise<void> {
    const { template, sdk, requests } = this.#parts
    this.#deferred?.begin(signal, requests.remainingMs(signal))
    if (isDefinition(template) || typeof template === 'function') await this.#read(await sdk.load(), template)
  }

  /** Makes a machine, by as few requests as there can be: by name, straight away. */
  async create(signal: AbortSignal, make: MakeMachine): Promise<MadeMachine> {
    const { requests, logger, onBuildLog, buildTimeoutMs } = this.#parts
    const sdk = await this.#parts.sdk.load()
    const observed: { templateName?: string; templateFallback?: string } = {}
    const start = new TemplateStart({
      account: new TemplateAccount(sdk, (own) => requests.single(own)),
      make: async (name) => {
        const sandbox = await make(name)
        observed.templateName = name
        return sandbox
      },
      signal,
      logger: logger(),
      onBuildLog,
      buildLimit: () => {
        const restMs = Math.floor(requests.remainingMs(signal) * mostOfRest)
        return restMs < buildTimeoutMs
          ? { limitMs: restMs, limitOption: 'startTimeoutMs' }
          : { limitMs: buildTimeoutMs, limitOption: 'buildTimeoutMs' }
      },
    })
    const fallbacks: Fallbacks = {
      note: (wanted, error) => {
        const reason = reasonOf(error)
        observed.templateFallback = `${wanted}: ${reason}`
        logger().warn(`e2b: template ${wanted} cannot be used, another takes its place: ${reason}`)
      },
      fromDefault: async (resources) => this.#fromDefault(start, resources),
    }
    return { sandbox: await this.#create(start, fallbacks), template: observed }
  }

  async #create(start: TemplateStart, fallbacks: Fallbacks): Promise<Sandbox> {
    const { template } = this.#parts
    if (template === undefined) return this.#fromDefault(start)
    if (typeof template === 'string') return start.makeFrom(template)
    if (isNamedSpec(template)) return fromNamed(start, template, fallbacks)
    if (!isDeferredSpec(template)) return this.#fromDefinition(start, template)
    const spec = await this.#resolve(start, fallbacks)
    return spec === undefined ? this.#fromDefault(start) : fromNamed(start, spec, fallbacks)
  }

  /** What cannot be found out blocks nobody. */
  async #resolve({ signal }: TemplateStart, fallbacks: Fallbacks): Promise<NamedTemplateSpec | undefined> {
    try {
      const spec = await this.#deferred?.take(signal, this.#parts.requests.remainingMs(signal))
      checkNamedSpec(spec)
      return spec
    } catch (error) {
      signal.throwIfAborted()
      fallbacks.note('that is found out at the start', error)
      return undefined
    }
  }

  /** After a failure it is read anew: what is wrong with its files may be mended before the next start. */
  async #fromDefinition(start: TemplateStart, template: CodedTemplate): Promise<Sandbox> {
    try {
      return await fromOrder(start, await this.#read(start.account.sdk, template))
    } catch (error) {
      this.#order = undefined
      throw error
    }
  }

  async #read(sdk: E2BSdk, template: CodedTemplate): Promise<BuildOrder> {
    const { defaultTemplate } = this.#parts
    this.#order ??= isDefinition(template)
      ? definitionOrder(sdk, template)
      : functionOrder(sdk, template, readMountableOptions(defaultTemplate))
    const order = this.#order
    return order.catch((error: unknown) => {
      if (this.#order === order) this.#order = undefined
      throw error
    })
  }

  async #fromDefault(start: TemplateStart, resources: NamedTemplateSpec['buildResources'] = {}): Promise<Sandbox> {
    return fromDefault(start, readMountableOptions({ ...this.#parts.defaultTemplate, ...definedOf(resources) }))
  }
}

function definedOf({ cpuCount, memoryMB }: NonNullable<NamedTemplateSpec['buildResources']>): MountableTemplateOptions {
  return { ...(cpuCount === undefined ? {} : { cpuCount }), ...(memoryMB === undefined ? {} : { memoryMB }) }
}

/** In one line. What functions of the caller throw may show how they asked for something. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return redactRepositoryText(text.split('\n')[0] ?? '')
}
