import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecLease } from '../../src/exec/exec-lease.js'
import { LeaseCache } from '../../src/exec/lease-cache.js'

const startMs = Date.UTC(2030, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A cache over leases that live for so many seconds, and what it asked for. */
function cacheOf(seconds: number | undefined): { cache: LeaseCache; asked: ExecLease[]; answer: () => void } {
  const asked: ExecLease[] = []
  const waiting: (() => void)[] = []
  const cache = new LeaseCache(async () => {
    const expiresAtMs = seconds === undefined ? undefined : Date.now() + seconds * 1000
    const lease: ExecLease = {
      provider: 'railway',
      sandboxId: 'sbx',
      providerResourceId: undefined,
      jwt: `jwt ${asked.length}`,
      wsEndpoint: 'ws://127.0.0.1/',
      subprotocol: 'railway-shell',
      expiresAtMs,
      features: [],
    }
    asked.push(lease)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return lease
  })
  return { cache, asked, answer: () => waiting.splice(0).forEach((resolve) => resolve()) }
}

describe('a lease', () => {
  it('[P11] is asked for once, ahead, and used while it has more than a minute left', async () => {
    const { cache, asked, answer } = cacheOf(900)
    const ahead = cache.prefetch()
    const first = cache.get()
    answer()
    await ahead
    expect(await first).toBe(asked[0])
    vi.setSystemTime(startMs + 779_000)
    expect(await cache.get()).toBe(asked[0])
    expect(asked).toHaveLength(1)
  })

  it('is asked for by one request at a time', async () => {
    const { cache, asked, answer } = cacheOf(900)
    const got = [cache.get(), cache.get(), cache.get()]
    answer()
    expect(new Set(await Promise.all(got)).size).toBe(1)
    expect(asked).toHaveLength(1)
  })

  it('is replaced in the background before it ends, where it is used', async () => {
    const { cache, asked, answer } = cacheOf(900)
    void cache.get()
    answer()
    await vi.advanceTimersByTimeAsync(0)
    vi.setSystemTime(startMs + 781_000)
    expect(await cache.get()).toBe(asked[0])
    expect(asked).toHaveLength(2)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(await cache.get()).toBe(asked[1])
  })

  it('is waited for when the old one has no more than a minute left', async () => {
    const { cache, asked, answer } = cacheOf(900)
    void cache.get()
    answer()
    await vi.advanceTimersByTimeAsync(0)
    vi.setSystemTime(startMs + 840_000)
    const next = cache.get()
    answer()
    expect(await next).toBe(asked[1])
  })

  it('that lives shortly is not replaced at each use', async () => {
    const { cache, asked, answer } = cacheOf(100)
    void cache.get()
    answer()
    await vi.advanceTimersByTimeAsync(0)
    vi.setSystemTime(startMs + 29_000)
    expect(await cache.get()).toBe(asked[0])
    expect(asked).toHaveLength(1)
  })

  it('whose end is not told is used once', async () => {
    const { cache, asked, answer } = cacheOf(undefined)
    const ahead = cache.prefetch()
    answer()
    await ahead
    expect(await cache.get()).toBe(asked[0])
    const next = cache.get()
    answer()
    expect(await next).toBe(asked[1])
    expect(asked).toHaveLength(2)
  })

  it('is forgotten only while it is the newest', async () => {
    const { cache, asked, answer } = cacheOf(900)
    const first = cache.get()
    answer()
    cache.drop(await first)
    const second = cache.get()
    answer()
    await second
    cache.drop(await first)
    expect(await cache.get()).toBe(asked[1])
  })

  it('[P16] that was still on its way is not kept by who has closed', async () => {
    const { cache, asked, answer } = cacheOf(900)
    const first = cache.get()
    cache.close()
    answer()
    await first
    void cache.get()
    expect(asked).toHaveLength(2)
    answer()
  })
})
