import { describeValue } from '../errors/argument-error.js'
import { invalidConfig } from './invalid-config.js'
import type { ProviderList } from './provider-registry-options.js'
import { UnknownProviderError } from './unknown-provider-error.js'

/** What all descriptors have in common. */
interface Descriptor {
  readonly id: string
  readonly configSchema?: Record<string, unknown>
}

/** Which descriptors a table takes. */
export interface ProviderTableOptions {
  readonly kind: 'sandbox' | 'filesystem'
  /** The option that descriptors were given in, for messages. */
  readonly option: string
  /** The method that every descriptor must have. */
  readonly factory: string
}

/** Descriptors of one kind by id. */
export class ProviderTable<Provider extends Descriptor> {
  readonly #options: ProviderTableOptions
  readonly #byId = new Map<string, Provider>()

  /** Throws INVALID_CONFIG for something that is no descriptor, and for an id that is there already. */
  constructor(options: ProviderTableOptions, builtIn: readonly Provider[], given: ProviderList<Provider> | undefined) {
    this.#options = options
    for (const provider of builtIn) this.#add(provider.id, provider, 'built-in')
    for (const [place, provider] of listEntries(given, options.option)) {
      this.#check(place, provider)
      this.#add(Array.isArray(given) ? provider.id : place, provider, place)
    }
  }

  get ids(): string[] {
    return [...this.#byId.keys()]
  }

  get providers(): Provider[] {
    return [...this.#byId.values()]
  }

  get(id: string): Provider {
    const provider = this.#byId.get(id)
    if (provider === undefined) throw new UnknownProviderError(this.#options.kind, id, this.ids)
    return provider
  }

  /** The id under which the descriptor of a provider's own name is registered, with the descriptor. */
  find(ownId: string): { id: string; provider: Provider } {
    const named = this.#byId.get(ownId)
    if (named?.id === ownId) return { id: ownId, provider: named }
    const alias = [...this.#byId].find(([, provider]) => provider.id === ownId)
    if (alias === undefined) throw new UnknownProviderError(this.#options.kind, ownId, this.ids)
    return { id: alias[0], provider: alias[1] }
  }

  #add(id: string, provider: Provider, place: string): void {
    const { option } = this.#options
    if (this.#byId.has(id)) {
      const given = `a second one with the id ${JSON.stringify(id)}`
      throw invalidConfig({ option: `${option}[${place}]`, expected: 'descriptors with different ids', given })
    }
    this.#byId.set(id, provider)
  }

  #check(place: string, provider: unknown): void {
    const { kind, option, factory } = this.#options
    const members = Object(provider) as Readonly<Record<string, unknown>>
    const missing: string[] = ['id', 'name'].filter((name) => typeof members[name] !== 'string' || members[name] === '')
    if (typeof members[factory] !== 'function') missing.push(`${factory}()`)
    if (missing.length === 0) return
    const given = `${describeValue(provider)} without ${missing.join(', ')}`
    throw invalidConfig({ option: `${option}[${place}]`, expected: `a ${kind} descriptor`, given })
  }
}

function listEntries<Provider>(given: ProviderList<Provider> | undefined, option: string): [string, Provider][] {
  if (given === undefined) return []
  if (typeof given === 'object' && given !== null) return Object.entries(given)
  throw invalidConfig({ option, expected: 'an array or a record of descriptors', given: describeValue(given) })
}
