import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SandboxError, SandboxStateError } from '../../src/errors/index.js'
import { until } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

describe('hooks', () => {
  it('foreign commands wait for the start hook, its own go through', async () => {
    const order: string[] = []
    const sandbox = new FakeSandbox({
      onStart: async ({ sandbox: started, outcome }) => {
        order.push(`hook ${outcome}`)
        const handle = await started.processes?.spawn('from the hook')
        await sleep(20)
        order.push(`hook has ${handle?.pid}`)
      },
    })
    const command = sandbox.processes.spawn('foreign').then((handle) => order.push(`foreign has ${handle.pid}`))
    await command
    expect(order).toEqual(['hook created', 'hook has 1', 'foreign has 2'])
  })

  it('a failed start hook fails the start with its cause; the machine is kept and its hook runs again', async () => {
    let attempts = 0
    const outcomes: unknown[] = []
    const sandbox = new FakeSandbox({
      onStart: ({ outcome }) => {
        outcomes.push(outcome)
        attempts += 1
        if (attempts === 1) throw new TypeError('no set-up')
      },
    })
    const failure = await sandbox.start().catch((error: unknown) => error)
    expect(SandboxError.isInstance(failure)).toBe(true)
    expect(failure).toMatchObject({
      message: "Sandbox 'box' onStart hook failed: no set-up",
      cause: new TypeError('no set-up'),
    })
    expect(sandbox.status).toBe('error')
    await sandbox.start()
    expect(outcomes).toEqual(['created', 'created'])
    expect(sandbox.cloud.count('create')).toBe(1)
  })

  it('failing stop and destroy hooks are logged and never keep the machine alive', async () => {
    const warnings: string[] = []
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      error: () => undefined,
      warn: (text: string) => void warnings.push(text),
    }
    const fail = (): never => {
      throw new Error('hook')
    }
    const sandbox = new FakeSandbox({ onStop: fail, onDestroy: fail, logger })
    await sandbox.start()
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await sandbox.destroy()
    expect(sandbox.cloud.machines.size).toBe(0)
    expect(warnings).toEqual(['onStop hook failed', 'onDestroy hook failed'])
  })

  it('a stop hook can still run commands, and cannot wait for its own stop', async () => {
    let refused: unknown
    const sandbox = new FakeSandbox({
      onStop: async ({ sandbox: stopping }) => {
        await stopping.processes?.spawn('save')
        refused = await Promise.resolve(stopping.stop?.()).catch((error: unknown) => error)
      },
    })
    await sandbox.start()
    await sandbox.stop()
    expect(sandbox.cloud.journal).toContain('spawn m1 save')
    expect(refused).toBeInstanceOf(SandboxStateError)
  })

  it('what a hook leaves behind is an ordinary caller again', async () => {
    let later: Promise<unknown> | undefined
    const sandbox = new FakeSandbox({
      onStart: () => {
        later ??= sleep(30).then(() => sandbox.processes.spawn('later'))
      },
    })
    await sandbox.start()
    await sandbox.stop()
    await later
    expect(sandbox.status).toBe('running')
  })

  it('setOnStart composes hooks', async () => {
    const order: string[] = []
    const sandbox = new FakeSandbox({ onStart: () => void order.push('first') })
    sandbox.setOnStart((previous) => async (args) => {
      await previous?.(args)
      order.push('second')
    })
    await sandbox.start()
    expect(order).toEqual(['first', 'second'])
  })
})

describe('hooks that never end', () => {
  const never = (): Promise<void> => new Promise(() => undefined)

  it('a start hook is given up by the clock of the start; the machine is kept', async () => {
    let isEndless = true
    const sandbox = new FakeSandbox({ startTimeoutMs: 50, onStart: () => (isEndless ? never() : undefined) })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT', operation: 'start' })
    expect(sandbox.status).toBe('error')
    isEndless = false
    await sandbox.start()
    expect(sandbox.cloud.count('create')).toBe(1)
  })

  it('destroy wins over each of them', async () => {
    const inStart = new FakeSandbox({ onStart: never })
    const start = inStart.start().catch((error: unknown) => error)
    await until(() => inStart.cloud.count('create') === 1)
    await inStart.destroy()
    expect(await start).toBeInstanceOf(SandboxStateError)
    expect(inStart.cloud.machines.size).toBe(0)

    const inStop = new FakeSandbox({ onStop: never })
    await inStop.start()
    const stop = inStop.stop()
    await until(() => inStop.status === 'stopping')
    await inStop.destroy()
    await stop
    expect(inStop.cloud.count('stop')).toBe(0)
    expect(inStop.cloud.machines.size).toBe(0)
  })

  it('stop and destroy hooks keep no machine alive', async () => {
    const sandbox = new FakeSandbox({ startTimeoutMs: 30, onStop: never, onDestroy: never })
    await sandbox.start()
    await sandbox.stop()
    expect(sandbox.status).toBe('stopped')
    await sandbox.destroy()
    expect(sandbox.cloud.machines.size).toBe(0)
  })
})
