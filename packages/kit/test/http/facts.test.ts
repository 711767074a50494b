import { describe, expect, it } from 'vitest'
import {
  foreignMachineError,
  guardCalls,
  isHarmless,
  limitedCall,
  limitError,
  lookForLost,
  ModuleLoader,
  networkFacts,
  PerMachine,
  reading,
  releaseOnAbort,
  retryAfterMs,
  StartClock,
  withHint,
} from '../../src/http.js'

function failure(members: object, cause?: Error): Error {
  return Object.assign(new TypeError('failed', { cause }), members)
}

describe('failures of the network', () => {
  it.each([
    ['a refused connection', failure({}, failure({ code: 'ECONNREFUSED' })), 'safe'],
    ['all addresses refused', new AggregateError([failure({ code: 'ECONNREFUSED' })]), 'safe'],
    ['a certificate that is not trusted', failure({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'safe'],
    ['a cut connection', failure({}, failure({ code: 'ECONNRESET' })), 'ambiguous'],
  ])('%s', (_title, error, retry) => {
    expect(networkFacts(error)).toEqual({ code: 'UNAVAILABLE', retry })
  })

  it('clocks and signals of the host have codes of their own, and others none', () => {
    expect(networkFacts(new DOMException('late', 'TimeoutError'))).toMatchObject({ code: 'TIMEOUT' })
    expect(networkFacts(new DOMException('enough', 'AbortError'))).toMatchObject({ code: 'ABORTED' })
    expect(networkFacts(new RangeError('other'))).toBeUndefined()
  })

  it('what only read is known by its error', async () => {
    const error = failure({ code: 'ECONNRESET' })
    await expect(reading(Promise.reject(error))).rejects.toBe(error)
    expect([isHarmless(error), isHarmless(failure({}))]).toEqual([true, false])
    await expect(reading(Promise.resolve(5))).resolves.toBe(5)
  })
})

describe('Retry-After', () => {
  it.each([
    ['2', 2000],
    [3, 3000],
    ['0.5', 500],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [['1'], undefined],
  ])('%j', (header, expected) => {
    expect(retryAfterMs(header)).toBe(expected)
  })

  it('a date is told as the time until then', () => {
    const wait = retryAfterMs(new Date(Date.now() + 3_600_000).toUTCString()) ?? 0
    expect(wait).toBeGreaterThan(3_000_000)
    expect(wait).toBeLessThanOrEqual(3_600_000)
  })
})

it('a limit is refused before anything was created', () => {
  const cause = failure({})
  expect(limitError({ provider: 'cloud', retryAfterMs: 5000, cause })).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    retry: 'safe',
    retryAfterMs: 5000,
    provider: 'cloud',
    cause,
  })
})

it('a hint follows the message', () => {
  expect(withHint({ code: 'NOT_FOUND', hint: 'see it' }, failure({}))).toEqual({
    code: 'NOT_FOUND',
    message: 'failed (see it)',
  })
  expect(withHint({ code: 'CONFLICT' }, failure({}))).toEqual({ code: 'CONFLICT' })
})

it('a call that takes too long is a time-out of a request', async () => {
  const never = new Promise<never>(() => undefined)
  await expect(limitedCall(never, 'cloud', 5)).rejects.toMatchObject({ code: 'TIMEOUT', provider: 'cloud' })
  await expect(limitedCall(Promise.resolve(1), 'cloud', 5000)).resolves.toBe(1)
})

it('a start is over at one time, whoever asks', () => {
  const clock = new StartClock(10_000)
  const start = new AbortController().signal
  const first = clock.remainingMs(start)
  expect(first).toBeLessThanOrEqual(10_000)
  expect(clock.remainingMs(start)).toBeLessThanOrEqual(first)
  expect(new StartClock(0).remainingMs(start)).toBe(1)
  expect(new StartClock(Infinity).remainingMs(start)).toBe(Infinity)
})

it('a module is loaded once', async () => {
  let count = 0
  const loader = new ModuleLoader(async () => ({ number: (count += 1) }))
  expect(loader.loaded).toBeUndefined()
  expect([await loader.load(), await loader.load(), loader.loaded]).toEqual([
    { number: 1 },
    { number: 1 },
    { number: 1 },
  ])
})

/** A promise, and what settles it. */
function pending(): { promise: Promise<string>; resolve(value: string): void; reject(error: Error): void } {
  let settle: { resolve(value: string): void; reject(error: Error): void } | undefined
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (!settle) throw new TypeError('promises call back at once')
  return { promise, ...settle }
}

describe('a call that cannot be cut', () => {
  it('releases its caller with the reason, and hands a late result on', async () => {
    const { promise, resolve } = pending()
    const abort = new AbortController()
    const late = pending()
    const call = releaseOnAbort(promise, abort.signal, late.resolve)
    const reason = failure({})
    abort.abort(reason)
    await expect(call).rejects.toBe(reason)
    resolve('late')
    await expect(late.promise).resolves.toBe('late')
  })

  it('drops a late failure', async () => {
    const { promise, reject } = pending()
    const call = releaseOnAbort(promise, AbortSignal.abort('enough'))
    await expect(call).rejects.toBe('enough')
    reject(failure({}))
    await new Promise((resolve) => void setImmediate(resolve))
  })

  it('settles as the call does', async () => {
    const { signal } = new AbortController()
    await expect(releaseOnAbort(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(releaseOnAbort(Promise.reject(failure({ code: 'X' })), signal)).rejects.toMatchObject({ code: 'X' })
    await expect(releaseOnAbort(Promise.resolve(2), undefined)).resolves.toBe(2)
  })
})

it('an API is guarded call by call, and its other members are not', async () => {
  class Api {
    readonly size = 3
    readonly #factor = 2
    async double(value: number): Promise<number> {
      return value * this.#factor
    }
  }
  const names: PropertyKey[] = []
  const guarded = guardCalls(new Api(), async (name, call) => {
    names.push(name)
    return call(new Api())
  })
  expect([guarded.size, await guarded.double(4), names]).toEqual([3, 8, ['double']])
})

describe('what a lost response made', () => {
  it('is looked for until it is there, whatever a look fails with', async () => {
    const answers = [failure({}), undefined, 'found']
    const failures: unknown[] = []
    const look = async (): Promise<string | undefined> => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    const { signal } = new AbortController()
    await expect(lookForLost({ look, signal, onFailure: (error) => failures.push(error) })).resolves.toBe('found')
    expect(failures).toHaveLength(1)
  })

  it('is looked for once where nobody waits any more', async () => {
    let count = 0
    const look = async (): Promise<undefined> => void (count += 1)
    await expect(lookForLost({ look, signal: AbortSignal.abort() })).resolves.toBeUndefined()
    expect(count).toBe(1)
  })
})

it('a machine of another owner is named', () => {
  const error = foreignMachineError('cloud', 'm-1', 'box')
  expect(error).toMatchObject({ code: 'CONFLICT', retry: 'never', provider: 'cloud' })
  expect(error.message).toMatch(/m-1.*box/)
})

it('something is made once per machine', () => {
  let count = 0
  const made = new PerMachine((machine: { name: string }) => `${machine.name} ${(count += 1)}`)
  const one = { name: 'one' }
  expect([made.of(one), made.of(one), made.of({ name: 'one' })]).toEqual(['one 1', 'one 1', 'one 2'])
})
