import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SandboxError } from '../../src/errors/index.js'
import type { FakeProcess } from '../support/fake-process.js'
import { SuspectError, until, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

/** Starts a command and returns the fake process behind it as soon as it exists. */
async function launched(sandbox: FakeSandbox): Promise<FakeProcess> {
  await until(() => sandbox.cloud.processes.length > 0)
  return sandbox.cloud.processes.at(-1) as FakeProcess
}

describe('a machine that is gone', () => {
  it('[E15] is replaced once for all callers, and calls that had not started are made again', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    sandbox.cloud.machines.clear()
    const commands = [1, 2, 3].map((number) => sandbox.processes.spawn(`x${number}`))
    const handles = await Promise.all(commands)
    expect(handles).toHaveLength(3)
    expect(sandbox.cloud.count('create')).toBe(2)
    expect(sandbox.status).toBe('running')
  })

  it('is an error when the call may have run, and the next call gets a new machine', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    sandbox.cloud.before = (operation) => {
      if (operation !== 'spawn') return
      sandbox.cloud.machines.clear()
      throw new VendorError({ code: 'GONE', retry: 'ambiguous' })
    }
    await expect(sandbox.executeCommand('x')).rejects.toMatchObject({ code: 'GONE', retry: 'ambiguous' })
    expect(sandbox.cloud.count('spawn')).toBe(1)
    sandbox.cloud.before = () => undefined
    await sandbox.processes.spawn('y')
    expect([...sandbox.cloud.machines.keys()]).toEqual(['m2'])
  })

  it('is only believed when the control plane says so', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    sandbox.cloud.before = (operation) => {
      if (operation === 'spawn') throw new VendorError({ code: 'GONE', retry: 'safe' }, 'gateway says not found')
    }
    await expect(sandbox.executeCommand('x')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(sandbox.cloud.count('create')).toBe(1)
    sandbox.cloud.before = (operation) => {
      if (operation === 'inspect') throw new VendorError({ code: 'UNAVAILABLE' })
      if (operation === 'spawn') throw new VendorError({ code: 'UNAVAILABLE', suspect: true }, 'stream ended')
    }
    await expect(sandbox.executeCommand('x')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(sandbox.status).toBe('running')
  })

  it('that was paused meanwhile is attached to again', async () => {
    const sandbox = new FakeSandbox()
    await sandbox.start()
    const machine = sandbox.cloud.machines.get('m1')
    if (machine) machine.state = 'paused'
    let refusals = 1
    sandbox.cloud.before = (operation) => {
      if (operation === 'spawn' && refusals-- > 0)
        throw new VendorError({ code: 'UNAVAILABLE', retry: 'safe', suspect: true })
    }
    await sandbox.processes.spawn('x')
    expect(sandbox.cloud.count('create')).toBe(1)
    expect(sandbox.cloud.count('connect')).toBe(1)
  })

  it('that was paused meanwhile has not ended its processes, where they survive that', async () => {
    const sandbox = new FakeSandbox({ supports: { attach: true, processesSurviveStop: true } })
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    process.print('before')
    const machine = sandbox.cloud.machines.get('m1')
    if (machine) machine.state = 'paused'
    process.lose(new VendorError({ code: 'UNAVAILABLE', suspect: true }, 'stream cut'))
    await expect(handle.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(sandbox.status).toBe('stopped')
    expect(await sandbox.processes.get(handle.pid)).toBeDefined()
    expect(sandbox.cloud.count('create')).toBe(1)
  })

  it('is looked for when an error of our own suspects it, and that error stays what it is while the machine runs', async () => {
    const sandbox = new FakeSandbox()
    const kept = await sandbox.processes.spawn('x')
    const error = new SuspectError()
    ;(await launched(sandbox)).lose(error)
    await expect(kept.wait()).rejects.toBe(error)
    expect(sandbox.status).toBe('running')
    const lost = await sandbox.processes.spawn('y')
    sandbox.cloud.machines.clear()
    sandbox.cloud.processes.at(-1)?.lose(new SuspectError())
    // It has ended with its machine.
    expect(await lost.wait()).toMatchObject({ exitCode: 137, killed: true })
    expect(sandbox.status).toBe('stopped')
  })

  it('is not replaced when the option says so', async () => {
    const sandbox = new FakeSandbox({ restartOnGone: false })
    await sandbox.start()
    sandbox.cloud.machines.clear()
    await expect(sandbox.executeCommand('x')).rejects.toMatchObject({ code: 'GONE' })
    expect(sandbox.cloud.count('create')).toBe(1)
  })

  it('[E14] a process whose stream was lost is attached to anew by its id, by get() and by kill()', async () => {
    const sandbox = new FakeSandbox({ supports: { attach: true } })
    await sandbox.start()
    const lost = await sandbox.processes.spawn('server')
    const first = await launched(sandbox)
    first.lose(new VendorError({ code: 'UNAVAILABLE' }, 'stream cut'))
    await expect(lost.wait()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const found = await sandbox.processes.get(lost.pid)
    expect(found).toBeDefined()
    expect(found).not.toBe(lost)
    expect(await sandbox.processes.kill(lost.pid)).toBe(true)
    expect((await found?.wait())?.killed).toBe(true)
  })

  it('a late error of an old machine never discards its successor', async () => {
    const sandbox = new FakeSandbox()
    const old = await sandbox.processes.spawn('old')
    const process = await launched(sandbox)
    sandbox.cloud.machines.clear()
    await sandbox.processes.spawn('new')
    process.lose(new VendorError({ code: 'GONE' }))
    await expect(old.wait()).resolves.toMatchObject({ exitCode: 137, killed: true })
    expect(sandbox.status).toBe('running')
    expect([...sandbox.cloud.machines.keys()]).toEqual(['m2'])
  })

  it('surfaces authentication, quota and network failures without another machine', async () => {
    for (const code of ['UNAUTHENTICATED', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'UNAVAILABLE'] as const) {
      const sandbox = new FakeSandbox()
      await sandbox.start()
      sandbox.cloud.before = (operation) => {
        if (operation === 'spawn') throw new VendorError({ code, retryAfterMs: 5 })
      }
      const error = await sandbox.executeCommand('x').catch((failure: unknown) => failure)
      expect(SandboxError.isInstance(error)).toBe(true)
      expect(error).toMatchObject({ code, provider: 'fake', retryAfterMs: 5 })
      expect(sandbox.cloud.count('create')).toBe(1)
    }
  })
})

describe('after stop and destroy', () => {
  it('[BR-029] [BR-091] no old process is left: handles are killed, lists are empty', async () => {
    for (const end of ['stop', 'destroy'] as const) {
      const sandbox = new FakeSandbox({ supports: { startAfterDestroy: true } })
      const handle = await sandbox.processes.spawn('x')
      await sandbox[end]()
      expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
      await expect(handle.sendStdin('x')).rejects.toMatchObject({ code: 'INVALID_STATE' })
      expect(await sandbox.processes.list()).toEqual([])
      await sandbox.start()
      sandbox.cloud.journal.length = 0
      await sandbox.processes.spawn('y')
      expect(sandbox.cloud.journal).toEqual([`spawn ${end === 'stop' ? 'm1' : 'm2'} y`])
    }
  })

  it('ended processes are remembered up to a bound', async () => {
    const sandbox = new FakeSandbox()
    for (let count = 0; count < 200; count += 1) {
      await sandbox.processes.spawn('x')
      sandbox.cloud.processes.at(-1)?.exit({ exitCode: 0 })
      await sleep(0)
    }
    expect((await sandbox.processes.list()).length).toBeLessThanOrEqual(65)
  })
})

describe('processes of a machine that is being ended', () => {
  it('end as killed, whatever the provider reports meanwhile', async () => {
    for (const end of ['stop', 'destroy'] as const) {
      for (const report of ['signal', 'cut'] as const) {
        const sandbox = new FakeSandbox()
        const handle = await sandbox.processes.spawn('x')
        const process = await launched(sandbox)
        sandbox.cloud.before = async (operation) => {
          if (operation !== end) return
          if (report === 'signal') process.exit({ signal: 'SIGTERM' })
          else process.lose(new VendorError({ code: 'UNAVAILABLE' }, 'stream cut'))
          await sleep(5)
        }
        await sandbox[end]()
        const result = await handle.wait()
        expect(result).toMatchObject({ exitCode: 137, killed: true })
        expect(result.signal).toBeUndefined()
      }
    }
  })

  it('are themselves again when the stop failed', async () => {
    const sandbox = new FakeSandbox()
    const handle = await sandbox.processes.spawn('x')
    const process = await launched(sandbox)
    sandbox.cloud.before = (operation) => {
      if (operation === 'stop') throw new VendorError({ code: 'UNAVAILABLE' })
    }
    await expect(sandbox.stop()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    process.exit({ exitCode: 3 })
    expect(await handle.wait()).toMatchObject({ exitCode: 3 })
  })
})
