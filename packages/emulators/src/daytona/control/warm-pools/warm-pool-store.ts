import { randomUUID } from 'node:crypto'
import { HttpFailure } from '../../../http/http-failure.js'
import type { WarmPool } from './warm-pool.js'

/** Pools are kept and shown, but no sandbox is made for them: those of the emulator are quick enough without. */
export class WarmPoolStore {
  readonly #pools = new Map<string, WarmPool>()

  all(): readonly WarmPool[] {
    return [...this.#pools.values()]
  }

  create(draft: Omit<WarmPool, 'createdAt' | 'id' | 'updatedAt'>): WarmPool {
    const now = new Date()
    const pool: WarmPool = { ...draft, id: randomUUID(), createdAt: now, updatedAt: now }
    this.#pools.set(pool.id, pool)
    return pool
  }

  /** Throws a 404 in the vendor's words. */
  require(id: string): WarmPool {
    const pool = this.#pools.get(id)
    if (pool === undefined) throw new HttpFailure(404, `Warm pool with ID ${id} not found`)
    return pool
  }

  resize(pool: WarmPool, size: number): void {
    pool.pool = size
    pool.updatedAt = new Date()
  }

  remove(pool: WarmPool): void {
    this.#pools.delete(pool.id)
  }

  clear(): void {
    this.#pools.clear()
  }
}
