import { expect, it } from 'vitest'
import type { FailureRow, ProviderBench } from './provider-bench.js'

/** Registers what holds when the answer to a creation does not come: no second machine, and no invented success. */
export function testLostCreation(bench: ProviderBench): void {
  const created = (): number => bench.emulator.journal.count({ route: bench.routes.create })

  it('because the connection is lost: the machine is adopted, not made twice', async () => {
    bench.emulator.faults.next(bench.routes.create, { loseResponse: true })
    const sandbox = bench.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect((await sandbox.executeCommand('echo here')).stdout).toBe('here\n')
    expect(await bench.listAll()).toHaveLength(1)
    expect(created()).toBe(1)
  })

  it('but an error of the edge does: it is not known whether there is a machine, and none is made in silence', async () => {
    bench.emulator.faults.next(bench.routes.create, { status: 502 })
    await expect(bench.make().start()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(await bench.listAll()).toEqual([])
    expect(created()).toBe(1)
  })

  it('is told as one that may have been carried out when the control plane cannot be asked either', async () => {
    const { faults } = bench.emulator
    // The latency gives time to break what is asked for afterwards, which may have been asked for before as well.
    faults.next(bench.routes.create, { loseResponse: true, latencyMs: 300 })
    const sandbox = bench.make({ id: 'box' })
    const outcome = sandbox.start().catch((error: unknown) => error)
    await expect.poll(created).toBe(1)
    faults.next(bench.routes.check, { status: 500, times: Infinity })
    expect(await outcome).toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    faults.clear()
    // The next start finds it by its owner.
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(await bench.listAll()).toHaveLength(1)
    expect(created()).toBe(1)
  })

  it('for longer than the start may take: a destroy leaves no machine that comes late', async () => {
    bench.emulator.faults.next(bench.routes.create, { latencyMs: 1500 })
    const sandbox = bench.make({ id: 'box', startTimeoutMs: 500 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    await sandbox.destroy()
    await expect.poll(async () => (await bench.listAll()).length).toBe(0)
    expect(created()).toBe(1)
  })
}

const refusals: readonly FailureRow[] = [
  ['a bad value', { status: 400 }, 'INVALID_ARGUMENT', 'never'],
  ['no permission', { status: 403 }, 'PERMISSION_DENIED', 'never'],
  ['a bad key', { status: 401 }, 'UNAUTHENTICATED', 'never'],
]

/** Registers what holds of a creation that is refused. `others`: failures that are this vendor's own. */
export function testRefusedCreation(bench: ProviderBench, others: readonly FailureRow[] = []): void {
  const { create } = bench.routes

  it.each([...refusals, ...others])('%s', async (_title, fault, code, retry) => {
    bench.emulator.faults.next(create, fault)
    await expect(bench.make().start()).rejects.toMatchObject({ code, retry, provider: bench.provider })
    expect(await bench.listAll()).toEqual([])
    expect(bench.emulator.journal.count({ route: create })).toBe(1)
  })

  it('a rate limit with Retry-After is waited for', async () => {
    bench.rateLimit(create, 1)
    expect(await bench.make().start()).toEqual({ outcome: 'created' })
    expect(await bench.listAll()).toHaveLength(1)
    expect(bench.emulator.journal.count({ route: create })).toBe(2)
  })
}

/** Registers what holds of callers that come while a machine is being made. */
export function testSharedCreation(bench: ProviderBench): void {
  const { create } = bench.routes
  const created = (): number => bench.emulator.journal.count({ route: create })

  it('callers share one creation [C05]', async () => {
    const sandbox = bench.make()
    await Promise.all([sandbox.start(), sandbox.start(), sandbox.executeCommand('true'), sandbox.ensureRunning()])
    expect(created()).toBe(1)
    expect(await bench.listAll()).toHaveLength(1)
  })

  it('callers that fail share one failure, and the next start is a new attempt', async () => {
    bench.emulator.faults.next(create, { status: 403 })
    const sandbox = bench.make()
    const outcomes = await Promise.allSettled([sandbox.start(), sandbox.start()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(created()).toBe(1)
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('a destroy during the creation removes the machine that comes [P7]', async () => {
    bench.emulator.faults.next(create, { latencyMs: 300 })
    const sandbox = bench.make({ id: 'box' })
    const starting = sandbox.start().catch((error: unknown) => error)
    await expect.poll(created).toBe(1)
    await sandbox.destroy()
    expect(await starting).toMatchObject({ code: 'INVALID_STATE' })
    expect(await bench.listAll()).toEqual([])
    expect(sandbox.status).toBe('destroyed')
  })

  it('an aborted start leaves no machine that nobody wants', async () => {
    bench.emulator.faults.next(create, { latencyMs: 300 })
    const abort = new AbortController()
    const starting = bench.make({ id: 'box' }).start({ abortSignal: abort.signal })
    const outcome = starting.catch((error: unknown) => error)
    await expect.poll(created).toBe(1)
    abort.abort()
    expect(await outcome).toMatchObject({ code: 'ABORTED' })
    await expect.poll(() => bench.emulator.journal.count({ route: bench.routes.destroy })).toBe(1)
    await expect.poll(async () => (await bench.listAll()).length).toBe(0)
  })
}
