import { afterEach, describe, expect, it, vi } from 'vitest'
import { SandboxProviderError } from '@caisson/core/workspace'
import { BuildFailure, BuildQueue } from '@caisson/kit/templates'
import { heldBuild, keepingLogger, settled } from './support/held-build.js'

afterEach(() => vi.useRealTimers())

const minuteMs = 60_000

/** A queue whose clock the test sets. */
function queueAt(startMs: number): { queue: BuildQueue; clock: { nowMs: number } } {
  const clock = { nowMs: startMs }
  return { clock, queue: new BuildQueue({ now: () => clock.nowMs }) }
}

describe('a build in the background', () => {
  it('is started once while it is under way, and can be waited for', async () => {
    const [queue, build, logger] = [new BuildQueue(), heldBuild(), keepingLogger()]
    expect(queue.inBackground(build, { logger })).toBe('started')
    expect(queue.inBackground(build, { logger })).toBe('under way')
    const wait = queue.ensure(build, { logger, limitMs: minuteMs })
    await settled()
    expect(build.runs).toHaveLength(1)
    build.runs[0]?.end()
    await wait
    expect(logger.lines).toEqual([
      'info acme: template caisson-1234: the build begins',
      'info acme: template caisson-1234: the build is done',
    ])
    expect(queue.failureOf('key')).toBeUndefined()
    expect(queue.inBackground(build, { logger })).toBe('started')
    await settled()
    build.runs[1]?.end()
  })

  it('that failed is tried again after a minute, after twice as long each further time, at most after an hour', async () => {
    const { queue, clock } = queueAt(0)
    const [build, logger] = [heldBuild(), keepingLogger()]
    const pausesMs: number[] = []
    for (let round = 1; round <= 8; round += 1) {
      expect(queue.inBackground(build, { logger })).toBe('started')
      await settled()
      build.runs.at(-1)?.fail(new BuildFailure(`round ${round}`))
      await settled()
      const { error, atMs, retryAtMs } = queue.failureOf('key') ?? {}
      expect(error?.message).toMatch(`round ${round}`)
      expect(atMs).toBe(clock.nowMs)
      pausesMs.push((retryAtMs ?? 0) - clock.nowMs)
      clock.nowMs = (retryAtMs ?? 0) - 1
      expect(queue.inBackground(build, { logger })).toBe('failed before')
      clock.nowMs += 1
    }
    expect(pausesMs).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((minutes) => minutes * minuteMs))
    expect(build.runs).toHaveLength(8)
    expect(logger.lines.filter((line) => line.startsWith('warn'))).toHaveLength(8)
    expect(logger.lines[2]).toBe(
      'info acme: template caisson-1234 is not built again before 1970-01-01T00:01:00.000Z, because its build failed',
    )
  })

  it('begins with a minute again after a success', async () => {
    const { queue, clock } = queueAt(0)
    const [build, logger] = [heldBuild(), keepingLogger()]
    for (const outcome of ['fail', 'fail', 'end', 'fail'] as const) {
      clock.nowMs = queue.failureOf('key')?.retryAtMs ?? clock.nowMs
      queue.inBackground(build, { logger })
      await settled()
      build.runs.at(-1)?.[outcome](new BuildFailure('no'))
      await settled()
    }
    expect(queue.failureOf('key')).toMatchObject({ retryAtMs: clock.nowMs + minuteMs })
  })

  it('is tried again at once by who waits for it', async () => {
    const { queue } = queueAt(0)
    const [build, logger] = [heldBuild(), keepingLogger()]
    queue.inBackground(build, { logger })
    await settled()
    build.runs[0]?.fail(new BuildFailure('no'))
    await settled()
    const wait = queue.ensure(build, { logger, limitMs: minuteMs })
    await settled()
    build.runs[1]?.end()
    await wait
    expect(queue.failureOf('key')).toBeUndefined()
  })

  it('waits for as long as the provider asks', async () => {
    const { queue } = queueAt(0)
    const [build, logger] = [heldBuild(), keepingLogger()]
    queue.inBackground(build, { logger })
    await settled()
    build.runs[0]?.fail(new SandboxProviderError('slower', 'RATE_LIMITED', {}, { retryAfterMs: 5 * minuteMs }))
    await settled()
    expect(queue.failureOf('key')?.retryAtMs).toBe(5 * minuteMs)
  })

  it('is given up after a time when nobody waits for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const [queue, build, logger] = [new BuildQueue(), heldBuild(), keepingLogger()]
    queue.inBackground(build, { logger, limitMs: 1000 })
    await vi.advanceTimersByTimeAsync(999)
    expect(build.runs[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(build.runs[0]?.signal.aborted).toBe(true)
    expect(queue.failureOf('key')?.error).toMatchObject({ code: 'TIMEOUT', timeoutMs: 1000 })
    expect(queue.isUnderWay('key')).toBe(false)
  })

  it('is not given up while somebody waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const [queue, build, logger] = [new BuildQueue(), heldBuild(), keepingLogger()]
    queue.inBackground(build, { logger, limitMs: 1000 })
    const wait = queue.ensure(build, { logger, limitMs: 5000, limitOption: 'patienceMs' })
    const outcome = wait.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4999)
    expect(build.runs[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ message: expect.stringMatching(/within 5000ms.*patienceMs/) })
    expect(build.runs[0]?.signal.aborted).toBe(true)
  })
})
