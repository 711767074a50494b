import { currentTimeMs, startTimer } from '@caisson/core/driver'
import { httpCall } from '@caisson/kit/http'
import type { SandboxAddress, SandboxAddressRegistry } from '../address-registry.js'
import { credentialsOf, urlIn } from './open-private-exec.js'

const tryMs = 1000
const pauseMs = 250
/** A sandbox that has not answered for so long is not reached from here; after as long again it may be asked anew. */
const budgetMs = 30_000

/** What finding a sandbox in the private network needs. */
export interface PrivateNetworkConfig {
  readonly sandboxId: string
  /** What the platform said; `undefined` for a sandbox that has no address. */
  readonly address: SandboxAddress | undefined
  readonly registry: SandboxAddressRegistry
  readonly fetch: typeof fetch
}

/**
 * Knows whether a sandbox is reached in the private network. It is asked in the background, and nobody waits for that: there is
 * another way.
 */
export class PrivateNetwork {
  readonly #config: PrivateNetworkConfig
  /** Counts probes: whatever an older one finds is of no matter any more. */
  #generation = 0
  #restMs = 0
  #isProbing = false
  #isClosed = false

  constructor(config: PrivateNetworkConfig) {
    this.#config = config
  }

  /** Begins to ask the sandbox whether it is there; forgets an old address of one that has none. */
  begin(): void {
    if (this.#config.address) this.#probe()
    else void this.#forget()
  }

  /** Where the sandbox is reached now, if it is. */
  async address(): Promise<SandboxAddress | undefined> {
    const { registry, sandboxId } = this.#config
    const known = await quietly(async () => registry.get(sandboxId))
    if (!known && !this.#isProbing && currentTimeMs() >= this.#restMs) this.#probe()
    return known
  }

  /** The sandbox was not reached. */
  async evict(): Promise<void> {
    this.#generation += 1
    this.#isProbing = false
    await this.#forget()
  }

  /** The sandbox has gone, or nobody here wants to know any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.evict()
  }

  async #forget(): Promise<void> {
    const { registry, sandboxId } = this.#config
    await quietly(async () => registry.delete(sandboxId))
  }

  #probe(): void {
    const { address } = this.#config
    if (!address || this.#isClosed) return
    this.#generation += 1
    this.#isProbing = true
    void this.#tryFor(address, this.#generation)
  }

  async #tryFor(address: SandboxAddress, generation: number): Promise<void> {
    const { registry, sandboxId } = this.#config
    const untilMs = currentTimeMs() + budgetMs
    let isThere = false
    while (!isThere && generation === this.#generation && currentTimeMs() < untilMs) {
      isThere = await this.#isThere(address)
      if (!isThere) await new Promise<void>((resolve) => void startTimer(pauseMs, resolve, { background: true }))
    }
    if (generation !== this.#generation) return
    this.#isProbing = false
    this.#restMs = currentTimeMs() + budgetMs
    if (isThere) await quietly(async () => registry.set(sandboxId, address))
  }

  async #isThere(address: SandboxAddress): Promise<boolean> {
    const call = {
      fetch: this.#config.fetch,
      provider: 'platform',
      method: 'GET',
      url: urlIn(address, 'health'),
      headers: credentialsOf(address),
      limitMs: tryMs,
    }
    // Every failure means the same: it is not reached.
    return httpCall(call).then(
      ({ status }) => status === 200,
      () => false,
    )
  }
}

/** A registry that fails costs the private network, and no command. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return ask().catch(() => undefined)
}
