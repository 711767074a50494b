import { currentTimeMs } from '@caisson/core/driver'
import type { ExecLease } from './exec-lease.js'

/** A lease that ends within so long is not begun with. */
const leastLeftMs = 60_000
/** A lease is replaced in the background while it can still be used for so long, or for a quarter of the time it could be. */
const spareMs = 60_000
const spareShare = 1 / 4

/** Where commands get their lease from. */
export interface LeaseSource {
  /** Resolves with a lease that can be used now. Callers at the same time share one request. */
  get(): Promise<ExecLease>
  /** Forgets a lease with which no socket could be opened. One that took its place already stays. */
  drop(lease: ExecLease): void
  /** The machine was let go of: nobody is to ask for what ran in it. */
  readonly isClosed?: boolean | undefined
}

/** A lease that is kept, and when it is to be replaced. */
interface KeptLease {
  readonly lease: ExecLease
  readonly renewAtMs: number
}

/**
 * The lease of one machine. It is asked for once, renewed before it ends, and by one request at a time. One whose end is not
 * known is used once.
 */
export class LeaseCache implements LeaseSource {
  readonly #mint: () => Promise<ExecLease>
  #kept: KeptLease | undefined
  #minting: Promise<ExecLease> | undefined
  #latest: ExecLease | undefined
  #isClosed = false

  constructor(mint: () => Promise<ExecLease>) {
    this.#mint = mint
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** The newest lease, which may have ended: for what does not change from one to the next. */
  get latest(): ExecLease | undefined {
    return this.#latest
  }

  async get(): Promise<ExecLease> {
    const kept = this.#kept
    const nowMs = currentTimeMs()
    if (!kept || lastUseMs(kept.lease) <= nowMs) return this.#renew()
    if (kept.lease.expiresAtMs === undefined) this.#kept = undefined
    // Whoever needs it then hears of a failure.
    else if (kept.renewAtMs <= nowMs) this.#renew().catch(() => undefined)
    return kept.lease
  }

  drop(lease: ExecLease): void {
    if (this.#kept?.lease === lease) this.#kept = undefined
  }

  /** Asks ahead of the first command, which then finds it even when its end is not known. */
  async prefetch(): Promise<void> {
    const lease = await this.#renew()
    this.#keep(lease)
  }

  /** A request that is still on its way changes nothing here any more. */
  close(): void {
    this.#isClosed = true
    this.#kept = undefined
  }

  async #renew(): Promise<ExecLease> {
    this.#minting ??= this.#mint()
      .then((lease) => {
        this.#latest = lease
        if (lease.expiresAtMs !== undefined) this.#keep(lease)
        return lease
      })
      .finally(() => {
        this.#minting = undefined
      })
    return this.#minting
  }

  #keep(lease: ExecLease): void {
    if (this.#isClosed) return
    const usableMs = lastUseMs(lease) - currentTimeMs()
    this.#kept = { lease, renewAtMs: lastUseMs(lease) - Math.min(spareMs, usableMs * spareShare) }
  }
}

function lastUseMs({ expiresAtMs }: ExecLease): number {
  return expiresAtMs === undefined ? Infinity : expiresAtMs - leastLeftMs
}
