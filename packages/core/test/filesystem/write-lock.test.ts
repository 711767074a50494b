import { describe, expect, it } from 'vitest'
import { InMemoryFileWriteLock } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'

const wait = async (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))

describe('InMemoryFileWriteLock', () => {
  it('writes of one path run one after another, also under other spellings and after failures', async () => {
    const lock = new InMemoryFileWriteLock()
    const log: string[] = []
    const write = (name: string, timeMs: number) => async () => {
      log.push(`${name} starts`)
      await wait(timeMs)
      log.push(`${name} ends`)
      if (name === 'b') throw new TypeError('b failed')
      return name
    }
    const outcomes = await Promise.allSettled([
      lock.withLock('/x', write('a', 20)),
      lock.withLock('x', write('b', 1)),
      lock.withLock('./x/', write('c', 1)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  })

  it('writes of different paths do not wait for each other', async () => {
    const lock = new InMemoryFileWriteLock()
    let isDone = false
    const slow = lock.withLock('a', async () => {
      await wait(50)
      isDone = true
    })
    await lock.withLock('b', async () => undefined)
    expect(isDone).toBe(false)
    await slow
  })

  it('a write whose time is over never runs in parallel with the next one', async () => {
    const lock = new InMemoryFileWriteLock({ timeoutMs: 400 })
    const log: string[] = []
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = lock.withLock('f', async (signal) => {
      await held
      log.push(`first ends, told: ${signal.aborted}`)
    })
    expect(await rejectionOf(first)).toMatchObject({
      code: 'TIMEOUT',
      retry: 'ambiguous',
      message: 'write-lock timeout on "f" after 400ms',
    })
    const second = lock.withLock('f', async () => log.push('second starts'))
    await wait(20)
    expect(log).toEqual([])
    release()
    await second
    expect(log).toEqual(['first ends, told: true', 'second starts'])
  })

  it('a write that is still waiting when its time is over never starts, and may be tried again', async () => {
    const lock = new InMemoryFileWriteLock({ timeoutMs: 30 })
    let hasStarted = false
    const first = rejectionOf(lock.withLock('f', async () => wait(80)))
    const second = await rejectionOf(
      lock.withLock('f', async () => {
        hasStarted = true
      }),
    )
    expect(second).toMatchObject({ code: 'TIMEOUT', retry: 'safe' })
    await first
    await wait(80)
    expect(hasStarted).toBe(false)
  })

  it.each([0, -1, Number.NaN])('a time-out of %s is a typed error', (timeoutMs) => {
    expect(() => new InMemoryFileWriteLock({ timeoutMs })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })
})
