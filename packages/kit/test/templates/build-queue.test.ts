import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SandboxError, SandboxProviderError, SandboxTimeoutError } from '@caisson/core/workspace'
import { BuildFailure, BuildQueue } from '@caisson/kit/templates'
import { heldBuild, keepingLogger, settled } from './support/held-build.js'

const logger = keepingLogger()
const watch = { limitMs: 60_000, logger }

/** What came to nobody. */
const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(async () => {
  await settled()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

describe('a build that is waited for', () => {
  it('is run once for all who wait at the same time, and again for who comes later', async () => {
    const [queue, build] = [new BuildQueue(), heldBuild()]
    const waits = Array.from({ length: 10 }, async () => queue.ensure(build, watch))
    await settled()
    expect(build.runs).toHaveLength(1)
    expect(queue.isUnderWay('key')).toBe(true)
    build.runs[0]?.end()
    await Promise.all(waits)
    expect(queue.isUnderWay('key')).toBe(false)
    const again = queue.ensure(build, watch)
    await settled()
    expect(build.runs).toHaveLength(2)
    build.runs[1]?.end()
    await again
  })

  it('is another one under another key', async () => {
    const [queue, one, other] = [new BuildQueue(), heldBuild(), heldBuild({ key: 'other' })]
    const waits = [queue.ensure(one, watch), queue.ensure(other, watch)]
    await settled()
    one.runs[0]?.end()
    other.runs[0]?.end()
    expect(await Promise.all(waits)).toEqual([undefined, undefined])
  })

  it('is left by one without the others, and goes on without any', async () => {
    const [queue, build, reason] = [new BuildQueue(), heldBuild(), new Error('not any more')]
    const controller = new AbortController()
    const left = queue.ensure(build, { ...watch, signal: controller.signal })
    const stays = queue.ensure(build, watch)
    await settled()
    controller.abort(reason)
    await expect(left).rejects.toBe(reason)
    await expect(queue.ensure(build, { ...watch, signal: controller.signal })).rejects.toBe(reason)
    build.runs[0]?.end()
    await stays

    const second = new AbortController()
    const alone = queue.ensure(build, { ...watch, signal: second.signal })
    await settled()
    second.abort(reason)
    await expect(alone).rejects.toBe(reason)
    expect(build.runs[1]?.signal.aborted).toBe(false)
    const joined = queue.ensure(build, watch)
    await settled()
    expect(build.runs).toHaveLength(2)
    build.runs[1]?.end()
    await joined
  })

  it('is not begun for somebody who has given up before', async () => {
    const [queue, build] = [new BuildQueue(), heldBuild()]
    await expect(queue.ensure(build, { ...watch, signal: AbortSignal.abort('gone') })).rejects.toBe('gone')
    await settled()
    expect(build.runs).toEqual([])
  })

  it('may take longer than one of those who wait wants to, and says what it said last', async () => {
    const [queue, build] = [new BuildQueue(), heldBuild({ secrets: ['secret-word'] })]
    const stays = queue.ensure(build, { ...watch, limitMs: Number.POSITIVE_INFINITY })
    await settled()
    for (let step = 1; step <= 30; step += 1) build.runs[0]?.say(`step ${step} of secret-word`)
    const error: unknown = await queue.ensure(build, { ...watch, limitMs: 1 }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SandboxTimeoutError)
    expect(error).toMatchObject({ code: 'TIMEOUT', retry: 'safe', timeoutMs: 1, operation: 'build', provider: 'acme' })
    const { message } = error as SandboxTimeoutError
    expect(message).toMatch(/template caisson-1234 has not ended within 1ms\. It goes on at the vendor; buildTimeoutMs/)
    expect(message.split('\n').slice(-20)).toEqual(Array.from({ length: 20 }, (_, at) => `  step ${at + 11} of ***`))
    build.runs[0]?.end()
    await stays
  })
})

describe('a build that fails', () => {
  it('says so to all who wait: the step, the reason and the last lines, without secrets', async () => {
    const [queue, build] = [new BuildQueue(), heldBuild({ secrets: ['secret-word'] })]
    const waits = [queue.ensure(build, watch), queue.ensure(build, watch)]
    await settled()
    build.runs[0]?.say('cloning https://me:password@example.com with secret-word\n')
    build.runs[0]?.fail(new BuildFailure('exit code 7 of secret-word', { step: '3 (RUN)' }))
    for (const outcome of await Promise.allSettled(waits)) {
      const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
      expect(error).toMatchObject({ code: 'EXECUTION_FAILED', retry: 'never', provider: 'acme', operation: 'build' })
      expect(error).toMatchObject({
        message:
          'The build of template caisson-1234 failed at step 3 (RUN): exit code 7 of ***\n' +
          '  cloning https://***@example.com with ***',
        details: {
          template: 'template caisson-1234',
          step: '3 (RUN)',
          logs: ['cloning https://***@example.com with ***'],
        },
      })
    }
  })

  it('is what the provider says where that is no failure of the build', async () => {
    const [queue, build] = [new BuildQueue(), heldBuild()]
    const refused = new SandboxProviderError('no such key', 'UNAUTHENTICATED')
    const wait = queue.ensure(build, watch)
    await settled()
    build.runs[0]?.fail(refused)
    await expect(wait).rejects.toBe(refused)
  })

  it('shows nothing of an error that it does not know but its text without secrets', async () => {
    const [queue, build] = [new BuildQueue(), heldBuild()]
    for (const thrown of [new TypeError('bad ghs_0123456789abcdef'), 'bad ghs_0123456789abcdef']) {
      const wait = queue.ensure(build, watch)
      await settled()
      build.runs.at(-1)?.fail(thrown)
      const error: unknown = await wait.catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(SandboxError)
      expect(error).toMatchObject({ message: 'The build of template caisson-1234 failed: bad ***' })
      expect(error).not.toHaveProperty('cause')
    }
  })

  it('may fail before it has begun', async () => {
    const broken = {
      ...heldBuild(),
      run: (): never => {
        throw new RangeError('at once')
      },
    }
    await expect(new BuildQueue().ensure(broken, watch)).rejects.toThrow(/failed: at once/)
  })

  it('may fail when nobody waits any more: then its loggers know', async () => {
    const [queue, build, own] = [new BuildQueue(), heldBuild(), keepingLogger()]
    const controller = new AbortController()
    const left = queue.ensure(build, { limitMs: 60_000, logger: own, signal: controller.signal })
    await settled()
    controller.abort('gone')
    await expect(left).rejects.toBe('gone')
    build.runs[0]?.fail(new BuildFailure('too late'))
    await settled()
    expect(own.lines.at(-1)).toBe(
      'warn acme: template caisson-1234: The build of template caisson-1234 failed: too late',
    )
    expect(queue.failureOf('key')?.error.message).toMatch(/too late/)
  })
})
