import type { RequestContext } from '../contract/request-context.js'
import { invalidArgument } from '../errors/argument-error.js'
import { WorkspaceError, type WorkspaceErrorCode } from '../errors/workspace-errors.js'
import { describeShapeFault, type ProviderKind } from './provider-shape.js'
import { ResolutionCache } from './resolution-cache.js'
import type { ResolverScope } from './workspace-config.js'

type Resolver<Provider> = (scope: ResolverScope) => Provider | Promise<Provider>

/** Where the sandbox or the filesystem of a request comes from. */
export interface ProviderSourceOptions<Provider extends object> {
  readonly kind: ProviderKind
  readonly workspaceId: string
  readonly given: Provider | Resolver<Provider> | undefined
  readonly cacheSize: number
  /** Calls that name no request context share this one, and so share what was resolved for it. */
  readonly ownContext: RequestContext
  readonly cacheKey?: ((scope: ResolverScope) => string | undefined) | undefined
}

const codes = {
  sandbox: 'SANDBOX_NOT_RESOLVED',
  filesystem: 'FILESYSTEM_NOT_RESOLVED',
} as const satisfies Record<ProviderKind, WorkspaceErrorCode>

/** An instance, a resolver with what it returned so far, or nothing. */
export class ProviderSource<Provider extends object> {
  /** The instance, when one was configured. */
  readonly instance: Provider | undefined
  readonly #options: ProviderSourceOptions<Provider>
  readonly #resolver: Resolver<Provider> | undefined
  readonly #cache: ResolutionCache<Provider>

  constructor(options: ProviderSourceOptions<Provider>) {
    const { given } = options
    this.#options = options
    this.#cache = new ResolutionCache(options.cacheSize)
    if (typeof given === 'function') this.#resolver = given
    else this.instance = given
  }

  get hasResolver(): boolean {
    return this.#resolver !== undefined
  }

  get hasCacheKey(): boolean {
    return this.#options.cacheKey !== undefined
  }

  get isConfigured(): boolean {
    return this.#resolver !== undefined || this.instance !== undefined
  }

  async resolve(requestContext: RequestContext | undefined): Promise<Provider | undefined> {
    const resolver = this.#resolver
    if (resolver === undefined) return this.instance
    const scope = { requestContext: requestContext ?? this.#options.ownContext }
    if (typeof scope.requestContext !== 'object' || scope.requestContext === null) {
      // Contexts are told apart by identity, which only objects have.
      throw invalidArgument({ name: 'requestContext', expected: 'an object', given: requestContext })
    }
    const key = this.#readKey(scope)
    return this.#cache.get({ ...scope, key }, async () => this.#check(await resolver(scope)))
  }

  clear(key?: string): void {
    this.#cache.clear(key)
  }

  #readKey(scope: ResolverScope): string | undefined {
    const key: unknown = this.#options.cacheKey?.(scope)
    if (key === undefined || key === null || typeof key === 'string') return key ?? undefined
    const message = `sandboxCacheKey returned a ${typeof key}: expected a string or undefined`
    throw new WorkspaceError(message, 'INVALID_CONFIG', this.#options.workspaceId)
  }

  #check(provider: Provider): Provider {
    const { kind, workspaceId } = this.#options
    const fault = describeShapeFault(kind, provider)
    if (fault === undefined) return provider
    const message = `The ${kind} resolver of workspace ${workspaceId} must return a ${kind}, got ${fault}`
    throw new WorkspaceError(message, codes[kind], workspaceId)
  }
}
