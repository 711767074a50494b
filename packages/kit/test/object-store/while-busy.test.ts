import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ObjectStoreError, whileBusy, type ObjectErrorKind } from '../../src/object-store.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const classify = (error: unknown): ObjectErrorKind => (ObjectStoreError.isInstance(error) ? error.kind : 'unknown')

/** Fails with these kinds, one after the other, then succeeds. */
function failing(...kinds: ObjectErrorKind[]): ReturnType<typeof vi.fn<() => Promise<string>>> {
  return vi.fn<() => Promise<string>>(async () => {
    const kind = kinds.shift()
    if (kind !== undefined) throw new ObjectStoreError(kind, kind)
    return 'done'
  })
}

it('repeats what was refused because the store is busy', async () => {
  const work = failing('rateLimited', 'rateLimited', 'rateLimited')
  const result = whileBusy(classify, work, undefined)
  await vi.advanceTimersByTimeAsync(3499)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('done')
  expect(work).toHaveBeenCalledTimes(4)
})

it('gives up when the store stays busy', async () => {
  const work = failing('rateLimited', 'rateLimited', 'rateLimited', 'rateLimited', 'rateLimited')
  const result = whileBusy(classify, work, undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toMatchObject({ kind: 'rateLimited' })
  expect(work).toHaveBeenCalledTimes(4)
})

it.each<ObjectErrorKind>(['unavailable', 'unknown', 'conflict', 'denied', 'aborted'])(
  'never repeats after %s',
  async (kind) => {
    const work = failing(kind)
    await expect(whileBusy(classify, work, undefined)).rejects.toMatchObject({ kind })
    expect(work).toHaveBeenCalledTimes(1)
  },
)

it('stops waiting when it is aborted', async () => {
  const controller = new AbortController()
  const work = failing('rateLimited')
  const result = whileBusy(classify, work, controller.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  controller.abort('enough')
  expect(await result).toBe('enough')
  expect(work).toHaveBeenCalledTimes(1)
})
