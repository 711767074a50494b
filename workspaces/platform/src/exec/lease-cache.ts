import { currentTimeMs } from '@caisson/core/driver'
import type { ExecLease } from './exec-lease.js'

/** A lease that ends within so long is not begun with. */
const leastLeftMs = 60_000
/** A lease that ends within so long is replaced in the background while it is still used. */
const renewBeforeMs = 120_000

/** Where commands get their lease from. */
export interface LeaseSource {
  /** Resolves with a lease that can be used now. Callers at the same time share one request. */
  get(): Promise<ExecLease>
  /** Forgets a lease with which no socket could be opened. One that took its place already stays. */
  drop(lease: ExecLease): void
}

/**
 * The lease of one machine. It is asked for once, renewed before it ends, and by one request at a time. One whose end is not
 * known is used once.
 */
export class LeaseCache implements LeaseSource {
  readonly #mint: () => Promise<ExecLease>
  #lease: ExecLease | undefined
  #minting: Promise<ExecLease> | undefined
  #isClosed = false

  constructor(mint: () => Promise<ExecLease>) {
    this.#mint = mint
  }

  async get(): Promise<ExecLease> {
    const lease = this.#lease
    const leftMs = lease === undefined ? 0 : leftOf(lease)
    if (lease === undefined || leftMs <= leastLeftMs) return this.#renew()
    if (lease.expiresAtMs === undefined) this.#lease = undefined
    else if (leftMs <= renewBeforeMs) this.#renew().catch(() => undefined)
    return lease
  }

  drop(lease: ExecLease): void {
    if (this.#lease === lease) this.#lease = undefined
  }

  /** A request that is still on its way changes nothing here any more. */
  close(): void {
    this.#isClosed = true
    this.#lease = undefined
  }

  /** One that begins now is for all who ask meanwhile; where the end of a lease is not told, each has to ask for one. */
  async #renew(): Promise<ExecLease> {
    this.#minting ??= this.#mint()
      .then((lease) => {
        if (!this.#isClosed && lease.expiresAtMs !== undefined) this.#lease = lease
        return lease
      })
      .finally(() => {
        this.#minting = undefined
      })
    return this.#minting
  }

  /** Asks ahead of the first command. */
  async prefetch(): Promise<ExecLease> {
    const lease = await this.#renew()
    if (!this.#isClosed) this.#lease = lease
    return lease
  }
}

function leftOf({ expiresAtMs }: ExecLease): number {
  return expiresAtMs === undefined ? Infinity : expiresAtMs - currentTimeMs()
}
