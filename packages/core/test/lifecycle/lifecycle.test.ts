import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SandboxNotReadyError, SandboxStateError } from '../../src/errors/index.js'
import { FakeProvider, until, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

describe('start', () => {
  it('is one acquisition for everyone who asks at the same time [C05]', async () => {
    const sandbox = new FakeSandbox()
    const results = await Promise.all([sandbox.start(), sandbox._start(), sandbox.ensureRunning(), sandbox.start()])
    expect(results.map((result) => result?.outcome)).toEqual(['created', 'created', undefined, 'created'])
    expect(sandbox.cloud.journal).toEqual(['find box', 'create box'])
  })

  it('does not believe a refusal to attach that calls a machine gone which is still there', async () => {
    const cloud = new FakeProvider()
    cloud.add('box', 'paused')
    cloud.before = (operation) => {
      if (operation === 'connect') throw new VendorError({ code: 'GONE', retry: 'safe' })
    }
    const sandbox = new FakeSandbox({ cloud })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
    expect(cloud.journal).toEqual(['find box', 'connect m1', 'inspect m1'])
    cloud.before = () => undefined
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
  })

  it('attaches to a machine that carries the id and says so', async () => {
    const cloud = new FakeProvider()
    cloud.add('box', 'paused')
    const sandbox = new FakeSandbox({ cloud })
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(cloud.journal).toEqual(['find box', 'connect m1'])
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(cloud.journal).toHaveLength(2)
  })

  it('[BR-092] falls back to a new machine when the given one is gone, under the same identity', async () => {
    const sandbox = new FakeSandbox({ sandboxId: 'gone' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect((await sandbox.getInfo()).metadata?.['sandboxId']).toBe('m1')
    expect(sandbox.cloud.machines.get('m1')?.owner).toBe('box')
  })

  it('keeps the order of calls that nobody awaited', async () => {
    const sandbox = new FakeSandbox()
    const calls = [sandbox.start(), sandbox.stop(), sandbox.start(), sandbox.stop(), sandbox.start()]
    await Promise.all(calls)
    expect(sandbox.status).toBe('running')
    expect(sandbox.cloud.count('stop')).toBe(2)
    expect(sandbox.cloud.count('create')).toBe(1)
  })

  it('surfaces a failed look-up and creates nothing', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.before = (operation) => {
      if (operation === 'find') throw new VendorError({ code: 'UNAUTHENTICATED' }, 'bad key')
    }
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      provider: 'fake',
      operation: 'start',
    })
    expect(sandbox.status).toBe('error')
    expect(sandbox.error).toContain('bad key')
    expect(sandbox.cloud.count('create')).toBe(0)
    sandbox.cloud.before = () => undefined
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.error).toBeUndefined()
  })

  it('[BR-083] adopts the machine of a rival that was quicker', async () => {
    const cloud = new FakeProvider()
    const [left, right] = [new FakeSandbox({ cloud }), new FakeSandbox({ cloud })]
    cloud.before = async (operation) => {
      if (operation !== 'create') return
      await sleep(5)
      if (cloud.machines.size > 0) throw new VendorError({ code: 'CONFLICT' })
    }
    expect((await Promise.all([left.start(), right.start()])).map((result) => result.outcome)).toEqual([
      'created',
      'connected',
    ])
    expect(cloud.machines.size).toBe(1)
  })

  it('waits for a rate limit inside its own time limit [BR-199]', async () => {
    const sandbox = new FakeSandbox()
    let refusals = 2
    sandbox.cloud.before = (operation) => {
      if (operation === 'create' && refusals-- > 0) throw new VendorError({ code: 'RATE_LIMITED', retryAfterMs: 10 })
    }
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.cloud.machines.size).toBe(1)
    const impatient = new FakeSandbox({ startTimeoutMs: 30 })
    impatient.cloud.before = (operation) => {
      if (operation === 'create') throw new VendorError({ code: 'RATE_LIMITED', retryAfterMs: 60_000 })
    }
    await expect(impatient.start()).rejects.toMatchObject({ code: 'TIMEOUT', operation: 'start', timeoutMs: 30 })
  })

  it('[BR-199] leaves no machine behind when thirty start at once under a quota and some fail late', async () => {
    const cloud = new FakeProvider()
    let creating = 0
    cloud.before = async (operation) => {
      if (operation !== 'create') return
      if (creating >= 10) throw new VendorError({ code: 'RATE_LIMITED', retryAfterMs: 5 })
      creating += 1
      await sleep(2)
      creating -= 1
    }
    let created = 0
    cloud.after = (operation) => {
      if (operation === 'create' && ++created % 10 === 0)
        throw new VendorError({ code: 'UNAVAILABLE' }, 'readiness failed')
    }
    const boxes = Array.from({ length: 30 }, (_, index) => new FakeSandbox({ cloud, id: `box-${index}` }))
    const started = await Promise.allSettled(boxes.map((box) => box.start()))
    expect(started.filter((result) => result.status === 'rejected')).toHaveLength(3)
    expect(cloud.machines.size).toBe(30)
    await Promise.all(boxes.map((box) => box.destroy()))
    expect(cloud.machines.size).toBe(0)
  })
})

describe('a start that is given up', () => {
  it('lets a caller whose signal is aborted go and goes on for the others', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.before = () => sleep(20)
    const leaving = new AbortController()
    const first = sandbox.start({ abortSignal: leaving.signal })
    const second = sandbox.start()
    leaving.abort('enough')
    await expect(first).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough', retry: 'safe' })
    expect(await second).toEqual({ outcome: 'created' })
  })

  it('is cancelled when the last caller has left, and the late machine is removed', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.before = (operation) => (operation === 'create' ? sleep(40) : undefined)
    const leaving = new AbortController()
    const start = sandbox.start({ abortSignal: leaving.signal })
    await until(() => sandbox.cloud.count('create') === 1)
    leaving.abort()
    await expect(start).rejects.toMatchObject({ code: 'ABORTED' })
    await until(() => sandbox.cloud.count('destroy') === 1)
    expect(sandbox.cloud.machines.size).toBe(0)
  })

  it('leaves its late machine to the next start instead of making a second one', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.before = (operation) => (operation === 'create' ? sleep(60) : undefined)
    const leaving = new AbortController()
    const start = sandbox.start({ abortSignal: leaving.signal })
    await until(() => sandbox.cloud.count('create') === 1)
    leaving.abort()
    await expect(start).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.cloud.count('create')).toBe(1)
    expect(sandbox.cloud.machines.size).toBe(1)
  })

  it('[BR-085] ends by its own clock when the provider never answers, and destroy still removes the machine', async () => {
    const sandbox = new FakeSandbox({ startTimeoutMs: 50 })
    sandbox.cloud.after = (operation, { signal }) =>
      operation === 'create'
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : undefined
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT', operation: 'start' })
    expect(sandbox.cloud.machines.size).toBe(1)
    sandbox.cloud.after = () => undefined
    await sandbox.destroy()
    expect(sandbox.cloud.machines.size).toBe(0)
  })
})

describe('stop and destroy', () => {
  it('[BR-086] contacts the provider again after a failed stop or destroy', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    for (const end of ['stop', 'destroy'] as const) {
      let failures = 1
      sandbox.cloud.before = (operation) => {
        if (operation === end && failures-- > 0) throw new VendorError({ code: 'UNAVAILABLE' })
      }
      await expect(sandbox[end]()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(sandbox.status).toBe('error')
      await sandbox[end]()
      expect(sandbox.status).toBe(end === 'stop' ? 'stopped' : 'destroyed')
      expect(sandbox.cloud.count(end)).toBe(2)
    }
  })

  it('[BR-084] destroy during start leaves no machine and ends destroyed', async () => {
    for (const end of ['stop', 'destroy'] as const) {
      const sandbox = new FakeSandbox()
      sandbox.cloud.before = (operation) => (operation === 'create' ? sleep(50) : undefined)
      const start = sandbox.start()
      await until(() => sandbox.cloud.count('create') === 1)
      await Promise.all([sandbox[end](), sandbox[end]()])
      const outcome = await start.catch((error: unknown) => (error instanceof SandboxStateError ? 'overtaken' : error))
      expect(outcome).toEqual(end === 'stop' ? { outcome: 'created' } : 'overtaken')
      expect(sandbox.status).toBe(end === 'stop' ? 'stopped' : 'destroyed')
      expect([...sandbox.cloud.machines.values()].map((machine) => machine.state)).toEqual(
        end === 'stop' ? ['paused'] : [],
      )
    }
  })

  it('destroy wins over all that is queued', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    sandbox.cloud.before = (operation) => (operation === 'stop' ? sleep(30) : undefined)
    const queued = [sandbox.stop(), sandbox.start(), sandbox.stop(), sandbox.start()]
    const destroyed = sandbox.destroy()
    const outcomes = await Promise.allSettled(queued)
    await destroyed
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(sandbox.status).toBe('destroyed')
    expect(sandbox.cloud.machines.size).toBe(0)
    await sandbox.stop()
    expect(sandbox.status).toBe('destroyed')
  })

  it('nothing lazy revives a destroyed sandbox, and an explicit start is a typed error', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    await sandbox.destroy()
    await expect(sandbox.executeCommand('true')).rejects.toBeInstanceOf(SandboxNotReadyError)
    await expect(sandbox.processes.spawn('true')).rejects.toBeInstanceOf(SandboxNotReadyError)
    await expect(sandbox.ensureRunning()).rejects.toBeInstanceOf(SandboxNotReadyError)
    await expect(sandbox.start()).rejects.toBeInstanceOf(SandboxStateError)
    await expect(sandbox.start()).rejects.toThrow('Cannot start a destroyed sandbox')
    expect(sandbox.cloud.count('create')).toBe(1)
  })

  it('a failed destroy keeps lazy calls out, and an explicit start brings the machine back', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    sandbox.cloud.before = (operation) => {
      if (operation === 'destroy') throw new VendorError({ code: 'UNAVAILABLE' })
    }
    await expect(sandbox.destroy()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(sandbox.ensureRunning()).rejects.toBeInstanceOf(SandboxNotReadyError)
    await sandbox.start()
    expect(sandbox.status).toBe('running')
  })

  it('an explicit start after destroy provisions anew where the provider says so', async () => {
    const sandbox = new FakeSandbox({ supports: { startAfterDestroy: true } })
    await sandbox.start()
    const destroyed = sandbox.destroy()
    const again = sandbox.start()
    await destroyed
    expect(await again).toEqual({ outcome: 'created' })
    expect(sandbox.status).toBe('running')
    expect([...sandbox.cloud.machines.keys()]).toEqual(['m2'])
  })

  it('[D04] a stop that removes the machine ends in destroyed: nothing lazy revives it, an explicit start makes a new one', async () => {
    const sandbox = new FakeSandbox({ supports: { startAfterDestroy: true, stopRemoves: true } })
    await sandbox.start()
    await sandbox.stop()
    expect(sandbox.status).toBe('destroyed')
    await expect(sandbox.executeCommand('x')).rejects.toMatchObject({ code: 'NOT_READY' })
    await sandbox.stop()
    await sandbox.destroy()
    expect(sandbox.cloud.count('destroy')).toBe(0)
    sandbox.cloud.machines.clear()
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(sandbox.status).toBe('running')
  })

  it('[E19] work on a machine that this host never attached to', async () => {
    const cloud = new FakeProvider()
    cloud.add('box')
    await new FakeSandbox({ cloud, sandboxId: 'm1' }).stop()
    expect(cloud.machines.get('m1')?.state).toBe('paused')
    const sandbox = new FakeSandbox({ cloud, sandboxId: 'm1' })
    await sandbox.stop()
    expect(cloud.count('stop')).toBe(1)
    await sandbox.destroy()
    expect(cloud.machines.size).toBe(0)
    expect(cloud.count('connect')).toBe(0)
  })

  it('stop a machine that another host has started again meanwhile', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    await sandbox.stop()
    const machine = sandbox.cloud.machines.get('m1')
    if (machine) machine.state = 'running'
    const leaving = new AbortController()
    const start = sandbox.start({ abortSignal: leaving.signal })
    const stop = sandbox.stop()
    leaving.abort()
    await expect(start).rejects.toMatchObject({ code: 'ABORTED' })
    await stop
    expect(sandbox.status).toBe('stopped')
    expect(machine?.state).toBe('paused')
  })

  it('a look-up that fails leaves the status as it was', async () => {
    const sandbox = new FakeSandbox()
    sandbox.cloud.before = (operation) => {
      if (operation === 'find') throw new VendorError({ code: 'UNAUTHENTICATED' })
    }
    await expect(sandbox.stop()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', operation: 'stop', provider: 'fake' })
    expect(sandbox.status).toBe('pending')
  })

  it('do nothing for a sandbox that never had a machine', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.stop()
    expect(sandbox.status).toBe('pending')
    await sandbox.destroy()
    expect(sandbox.status).toBe('destroyed')
    expect(sandbox.cloud.journal).toEqual(['find box', 'find box'])
  })
})
