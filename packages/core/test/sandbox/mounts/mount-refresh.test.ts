import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MountRefresh } from '../../../src/sandbox/mounts/mount-refresh.js'
import type { TableEntry } from '../../../src/sandbox/mounts/mount-entry.js'
import type { MountRequest } from '../../../src/driver.js'
import { FakeMounter, mountable } from '../../support/fake-mounter.js'

const hourMs = 3_600_000

function mounted() {
  const lines: string[] = []
  const log = (text: string): void => void lines.push(text)
  const logger = { debug: log, info: log, warn: log, error: log }
  const mounter = new FakeMounter()
  // The clock of these tests does not reach that of the mounter.
  mounter.delayMs = 0
  const filesystem = mountable({})
  const entry: TableEntry<unknown> = { filesystem, state: 'mounted', mounter }
  const request: MountRequest = { filesystem, mountPath: '/a', config: { type: 'disk' }, configHash: 'h' }
  const host = {
    handle: {},
    provider: 'fake',
    sandboxId: 'box',
    logger,
    run: () => Promise.reject(new TypeError('unused')),
  }
  const refresh = new MountRefresh<unknown>({ host: () => host, logger: () => logger })
  const schedule = (): void => refresh.schedule('/a', entry, request, Date.now() + hourMs)
  return { lines, mounter, entry, refresh, schedule }
}

describe('credentials of a mount that end', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are renewed when four fifths of their time are over, again and again', async () => {
    const { mounter, schedule } = mounted()
    mounter.answer = () => ({ success: true, expiresAtMs: Date.now() + hourMs })
    schedule()
    await vi.advanceTimersByTimeAsync(0.79 * hourMs)
    expect(mounter.refreshed).toEqual([])
    await vi.advanceTimersByTimeAsync(0.02 * hourMs)
    expect(mounter.refreshed).toEqual(['/a'])
    await vi.advanceTimersByTimeAsync(0.82 * hourMs)
    expect(mounter.refreshed).toEqual(['/a', '/a'])
  })

  it('stay as they are while the mount is in use, and the log says until when they last', async () => {
    const { mounter, schedule, lines, entry } = mounted()
    mounter.answer = () => ({ busy: true })
    schedule()
    const endsAt = new Date(Date.now() + hourMs).toISOString()
    await vi.advanceTimersByTimeAsync(0.81 * hourMs)
    expect(lines).toEqual([expect.stringContaining(endsAt)])
    expect(entry.state).toBe('mounted')
    mounter.answer = () => ({ success: true })
    await vi.advanceTimersByTimeAsync(0.16 * hourMs)
    expect(mounter.refreshed).toEqual(['/a', '/a'])
    await vi.advanceTimersByTimeAsync(10 * hourMs)
    expect(mounter.refreshed).toHaveLength(2)
  })

  it('are asked for rarely once they have ended', async () => {
    const { mounter, schedule } = mounted()
    mounter.answer = () => ({ busy: true })
    schedule()
    await vi.advanceTimersByTimeAsync(hourMs)
    const before = mounter.refreshed.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(mounter.refreshed.length - before).toBeLessThanOrEqual(11)
  })

  it('that cannot be renewed end the mount visibly', async () => {
    const { mounter, schedule, lines, entry } = mounted()
    mounter.answer = () => ({ success: false, error: 'the role is gone' })
    schedule()
    await vi.advanceTimersByTimeAsync(hourMs)
    expect(entry).toMatchObject({ state: 'error', error: 'the role is gone' })
    expect(lines).toEqual(['/a is no longer mounted: the role is gone'])
  })

  it('are left alone when the mount is forgotten', async () => {
    const { mounter, schedule, refresh, entry } = mounted()
    schedule()
    refresh.cancel(entry)
    await vi.advanceTimersByTimeAsync(2 * hourMs)
    expect(mounter.refreshed).toEqual([])
  })
})
