import { describe, expect, it, vi } from 'vitest'
import type { WorkspaceSandbox } from '../../src/contract/index.js'
import { SandboxProviderError, WorkspaceNotReadyError } from '../../src/errors/index.js'
import { Workspace, WorkspaceTeardownError } from '../../src/workspace/index.js'
import { catchError } from './support/catch-error.js'
import { defer } from './support/deferred.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

const failure = new SandboxProviderError('no machine left', 'QUOTA_EXCEEDED')

/** A workspace whose parts write down what is done to them. */
function createRecorded(sandboxMembers: Partial<WorkspaceSandbox> = {}): { workspace: Workspace; calls: string[] } {
  const calls: string[] = []
  const record = (call: string) => async () => void calls.push(call)
  const filesystem = createPlainFilesystem({ init: record('init'), destroy: record('destroy files') })
  const sandbox = createPlainSandbox({
    start: record('start'),
    stop: record('stop'),
    destroy: record('destroy'),
    ...sandboxMembers,
  })
  return { workspace: new Workspace({ filesystem, sandbox }), calls }
}

describe('init', () => {
  it('[C06] initialises the filesystem, then starts the sandbox', async () => {
    const { workspace, calls } = createRecorded()
    const done = workspace.init()
    expect(workspace.status).not.toBe('ready')
    await done
    expect(calls).toEqual(['init', 'start'])
    expect(workspace.status).toBe('ready')
  })

  it('shares one run between concurrent calls and does nothing when all is up', async () => {
    const { workspace, calls } = createRecorded()
    await Promise.all([workspace.init(), workspace.init(), workspace.init()])
    await workspace.init()
    expect(calls).toEqual(['init', 'start'])
  })

  it('keeps the cause of a failure and can be tried again', async () => {
    const start = vi.fn<() => Promise<void>>().mockRejectedValueOnce(failure).mockResolvedValue()
    const { workspace, calls } = createRecorded({ start })
    expect(await catchError(() => workspace.init())).toBe(failure)
    expect([workspace.status, workspace.error]).toEqual(['error', failure])
    await workspace.init()
    expect([workspace.status, workspace.error]).toEqual(['ready', undefined])
    expect(start).toHaveBeenCalledTimes(2)
    expect(calls).toEqual(['init'])
  })

  it('is refused after destroy', async () => {
    const { workspace, calls } = createRecorded()
    await workspace.destroy()
    const error = await catchError(() => workspace.init())
    expect(error).toBeInstanceOf(WorkspaceNotReadyError)
    expect(error).toMatchObject({ code: 'NOT_READY', status: 'destroyed', workspaceId: workspace.id })
    expect([workspace.status, calls.includes('start')]).toEqual(['destroyed', false])
  })

  it('prefers the guarded methods that bases provide, called on their object', async () => {
    const calls: string[] = []
    class Based {
      readonly id = 'based'
      readonly name = 'Based'
      readonly provider = 'based'
      status = 'pending' as const
      #machine = 'machine'
      executeCommand = () => createPlainSandbox().executeCommand('true')
      async snapshot(): Promise<void> {}
      async start(): Promise<void> {
        calls.push('start')
      }
      async _start(): Promise<void> {
        calls.push(`_start ${this.#machine}`)
      }
      async _stop(): Promise<void> {
        calls.push(`_stop ${this.#machine}`)
      }
      async _destroy(): Promise<void> {
        calls.push(`_destroy ${this.#machine}`)
      }
    }
    const workspace = new Workspace({ sandbox: new Based() })
    await workspace.init()
    await workspace.stop()
    await workspace.destroy()
    expect(calls).toEqual(['_start machine', '_stop machine', '_destroy machine'])
  })

  it('works with parts that have no lifecycle at all', async () => {
    const workspace = new Workspace({ filesystem: createPlainFilesystem(), sandbox: createPlainSandbox() })
    await workspace.init()
    await workspace.stop()
    await workspace.destroy()
    expect(workspace.status).toBe('destroyed')
  })
})

describe('stop', () => {
  it('[C06] stops the sandbox once for concurrent calls, and init starts it again', async () => {
    const { workspace, calls } = createRecorded()
    await workspace.init()
    await Promise.all([workspace.stop(), workspace.stop()])
    expect(workspace.status).toBe('ready')
    await workspace.init()
    expect(calls).toEqual(['init', 'start', 'stop', 'start'])
  })

  it('keeps the order of the calls', async () => {
    const { workspace, calls } = createRecorded()
    await Promise.all([workspace.init(), workspace.stop(), workspace.init()])
    expect(calls).toEqual(['init', 'start', 'stop', 'start'])
  })

  it('does nothing after destroy', async () => {
    const { workspace, calls } = createRecorded()
    await workspace.destroy()
    await workspace.stop()
    expect(calls).toEqual(['destroy', 'destroy files'])
    expect(workspace.status).toBe('destroyed')
  })

  it('rejects with what the sandbox failed with', async () => {
    const { workspace } = createRecorded({ stop: () => Promise.reject(failure) })
    expect(await catchError(() => workspace.stop())).toBe(failure)
  })
})

describe('destroy', () => {
  it('[C06] destroys the sandbox, then the filesystem, once', async () => {
    const { workspace, calls } = createRecorded()
    await Promise.all([workspace.destroy(), workspace.destroy()])
    await workspace.destroy()
    expect(calls).toEqual(['destroy', 'destroy files'])
    expect(workspace.status).toBe('destroyed')
  })

  it('destroys the filesystem although the sandbox failed, and tries only the sandbox again', async () => {
    const destroy = vi.fn<() => Promise<void>>().mockRejectedValueOnce(failure).mockResolvedValue()
    const { workspace, calls } = createRecorded({ destroy })
    expect(await catchError(() => workspace.destroy())).toBe(failure)
    expect(calls).toEqual(['destroy files'])
    expect([workspace.status, workspace.error]).toEqual(['error', failure])
    await workspace.destroy()
    expect(calls).toEqual(['destroy files'])
    expect([workspace.status, workspace.error]).toEqual(['destroyed', undefined])
  })

  it('tells of all failures together', async () => {
    const other = new SandboxProviderError('disk is busy', 'CONFLICT')
    const filesystem = createPlainFilesystem({ destroy: () => Promise.reject(other) })
    const sandbox = createPlainSandbox({ destroy: () => Promise.reject(failure) })
    const workspace = new Workspace({ filesystem, sandbox })
    const error = await catchError(() => workspace.destroy())
    expect(error).toBeInstanceOf(AggregateError)
    expect(error).toBeInstanceOf(WorkspaceTeardownError)
    expect(error).toMatchObject({ errors: [failure, other], workspaceId: workspace.id })
  })

  it('does not wait for a start under way, and removes what came up late', async () => {
    const starting = defer()
    const calls: string[] = []
    const { workspace } = createRecorded({
      start: async () => {
        calls.push('start')
        await starting.promise
      },
      destroy: async () => void calls.push('destroy'),
    })
    const init = catchError(() => workspace.init())
    await expect.poll(() => calls).toEqual(['start'])
    const destroyed = workspace.destroy()
    await expect.poll(() => calls).toEqual(['start', 'destroy'])
    expect(workspace.status).toBe('destroying')
    starting.resolve()
    await destroyed
    expect(await init).toBeInstanceOf(WorkspaceNotReadyError)
    expect(calls).toEqual(['start', 'destroy', 'destroy'])
    expect(workspace.status).toBe('destroyed')
  })

  it('keeps an init that has not come to the sandbox from starting it', async () => {
    const initialising = defer()
    const calls: string[] = []
    const filesystem = createPlainFilesystem({ init: () => initialising.promise })
    const sandbox = createPlainSandbox({ start: async () => void calls.push('start') })
    const workspace = new Workspace({ filesystem, sandbox })
    const init = catchError(() => workspace.init())
    const destroyed = workspace.destroy()
    initialising.resolve()
    await destroyed
    expect(await init).toBeInstanceOf(WorkspaceNotReadyError)
    expect(calls).toEqual([])
  })

  it('refuses commands, code and resolving afterwards', async () => {
    const sandbox = createPlainSandbox()
    const workspace = new Workspace({ sandbox })
    await workspace.destroy()
    for (const call of [
      () => workspace.executeCommand('true'),
      () => workspace.executeCode('1'),
      () => workspace.resolveSandbox(),
      () => workspace.resolveFilesystem(),
    ]) {
      expect(await catchError(call)).toBeInstanceOf(WorkspaceNotReadyError)
    }
    expect(sandbox.commands).toEqual([])
  })

  it('ends an await using block', async () => {
    const { workspace, calls } = createRecorded()
    {
      await using disposed = workspace
      expect(disposed.status).toBe('pending')
    }
    expect(calls).toEqual(['destroy', 'destroy files'])
  })

  it('leaves alone what resolvers returned', async () => {
    const calls: string[] = []
    const record = (call: string) => async () => void calls.push(call)
    const sandbox = createPlainSandbox({ start: record('start'), stop: record('stop'), destroy: record('destroy') })
    const workspace = new Workspace({ sandbox: () => sandbox })
    await workspace.executeCommand('true')
    await workspace.init()
    await workspace.stop()
    await workspace.destroy()
    expect(calls).toEqual([])
  })
})
