import { describe, expect, it, vi } from 'vitest'
import type { RequestContext, WorkspaceFilesystem, WorkspaceSandbox } from '../../src/contract/index.js'
import { SandboxProviderError, WorkspaceError } from '../../src/errors/index.js'
import { Workspace, type ResolverScope } from '../../src/workspace/index.js'
import { catchError } from './support/catch-error.js'
import { defer } from './support/deferred.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

const contextOf = (user: string): RequestContext => new Map<string, unknown>([['user', user]])
const readUser = ({ requestContext }: ResolverScope): string | undefined =>
  requestContext.get('user') as string | undefined

const freshSandbox = () =>
  vi.fn<(scope: ResolverScope) => Promise<WorkspaceSandbox>>(async ({ requestContext }) => {
    return createPlainSandbox({ id: `sandbox of ${String(requestContext.get('user'))}` })
  })

describe('resolveSandbox', () => {
  it('returns the instance, or undefined without a sandbox', async () => {
    const sandbox = createPlainSandbox()
    expect(await new Workspace({ sandbox }).resolveSandbox({ requestContext: contextOf('a') })).toBe(sandbox)
    expect(await new Workspace({ filesystem: createPlainFilesystem() }).resolveSandbox()).toBeUndefined()
  })

  it('asks once per request context', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver })
    const [one, two] = [contextOf('one'), contextOf('two')]
    const first = await workspace.resolveSandbox({ requestContext: one })
    expect(await workspace.resolveSandbox({ requestContext: one })).toBe(first)
    expect((await workspace.resolveSandbox({ requestContext: two }))?.id).toBe('sandbox of two')
    expect(resolver).toHaveBeenCalledTimes(2)
    expect(resolver.mock.calls[0]?.[0].requestContext).toBe(one)
  })

  it('shares one sandbox between calls that name no context', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver })
    await workspace.executeCommand('true')
    await workspace.executeCode('1')
    await workspace.resolveSandbox()
    expect(resolver).toHaveBeenCalledTimes(1)
    expect(resolver.mock.calls[0]?.[0].requestContext.has('user')).toBe(false)
  })

  it('shares one resolution between concurrent calls', async () => {
    const answer = defer<WorkspaceSandbox>()
    const resolver = vi.fn<() => Promise<WorkspaceSandbox>>(() => answer.promise)
    const workspace = new Workspace({ sandbox: resolver })
    const requestContext = contextOf('one')
    const both = Promise.all([
      workspace.resolveSandbox({ requestContext }),
      workspace.resolveSandbox({ requestContext }),
    ])
    answer.resolve(createPlainSandbox())
    const [first, second] = await both
    expect(first).toBe(second)
    expect(resolver).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['per context', undefined],
    ['per key', () => 'key'],
  ])('never remembers a failure %s', async (_name, sandboxCacheKey) => {
    const failure = new SandboxProviderError('not now', 'UNAVAILABLE')
    const sandbox = createPlainSandbox()
    const resolver = vi.fn<() => Promise<WorkspaceSandbox>>().mockRejectedValueOnce(failure).mockResolvedValue(sandbox)
    const workspace = new Workspace({ sandbox: () => resolver(), sandboxCacheKey })
    const requestContext = contextOf('one')
    expect(await catchError(() => workspace.resolveSandbox({ requestContext }))).toBe(failure)
    expect(await workspace.resolveSandbox({ requestContext })).toBe(sandbox)
  })

  it('passes on what a synchronous resolver throws', async () => {
    const failure = new SandboxProviderError('no such user', 'NOT_FOUND')
    const workspace = new Workspace({
      sandbox: () => {
        throw failure
      },
    })
    expect(await catchError(() => workspace.executeCommand('true'))).toBe(failure)
  })

  it.each([
    ['nothing', undefined, 'undefined'],
    ['a class', class Machine extends Map {}, 'Machine'],
    ['something without executeCommand', { ...createPlainSandbox(), executeCommand: undefined }, 'executeCommand'],
    ['another kind of object', createPlainFilesystem(), 'executeCommand'],
  ])('refuses a resolver that returns %s', async (_name, value, shown) => {
    const workspace = new Workspace({ sandbox: () => value as never })
    const error = await catchError(() => workspace.executeCommand('true'))
    expect(error).toMatchObject({ code: 'SANDBOX_NOT_RESOLVED', message: expect.stringContaining(shown) })
    expect(error).toBeInstanceOf(WorkspaceError)
  })
})

describe('request contexts', () => {
  it.each(['user-7', 7, true])('must be objects, not %j', async (requestContext) => {
    const workspace = new Workspace({ sandbox: freshSandbox() })
    const error = await catchError(() => workspace.resolveSandbox({ requestContext: requestContext as never }))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { option: 'requestContext' } })
  })
})

describe('sandboxCacheKey', () => {
  it('lets contexts with the same key share a sandbox', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver, sandboxCacheKey: readUser })
    const first = await workspace.resolveSandbox({ requestContext: contextOf('one') })
    expect(await workspace.resolveSandbox({ requestContext: contextOf('one') })).toBe(first)
    expect(await workspace.resolveSandbox({ requestContext: contextOf('two') })).not.toBe(first)
    expect(resolver).toHaveBeenCalledTimes(2)
  })

  it('falls back to the context without a key', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver, sandboxCacheKey: () => undefined })
    await workspace.resolveSandbox({ requestContext: contextOf('one') })
    await workspace.resolveSandbox({ requestContext: contextOf('one') })
    expect(resolver).toHaveBeenCalledTimes(2)
  })

  it('forgets the key that was not used for longest', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver, sandboxCacheKey: readUser, sandboxCacheSize: 2 })
    const resolve = (user: string) => workspace.resolveSandbox({ requestContext: contextOf(user) })
    const [one, two] = [await resolve('one'), await resolve('two')]
    expect(await resolve('one')).toBe(one)
    const three = await resolve('three')
    expect(await resolve('one')).toBe(one)
    expect(await resolve('three')).toBe(three)
    expect(await resolve('two')).not.toBe(two)
    expect(resolver).toHaveBeenCalledTimes(4)
  })

  it('remembers 1000 keys by default', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver, sandboxCacheKey: readUser })
    const resolve = (user: number) => workspace.resolveSandbox({ requestContext: contextOf(`${user}`) })
    for (let user = 0; user < 1001; user += 1) await resolve(user)
    await resolve(1)
    expect(resolver).toHaveBeenCalledTimes(1001)
    await resolve(0)
    expect(resolver).toHaveBeenCalledTimes(1002)
  })

  it('refuses a key that is not text', async () => {
    const workspace = new Workspace({ sandbox: freshSandbox(), sandboxCacheKey: () => 7 as never })
    const error = await catchError(() => workspace.resolveSandbox())
    expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('sandboxCacheKey') })
  })

  it('forgets one key or all', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver, sandboxCacheKey: readUser })
    const resolve = (user: string) => workspace.resolveSandbox({ requestContext: contextOf(user) })
    const [one, two] = [await resolve('one'), await resolve('two')]
    workspace.clearSandboxCache('one')
    expect(await resolve('one')).not.toBe(one)
    expect(await resolve('two')).toBe(two)
    workspace.clearSandboxCache()
    expect(await resolve('two')).not.toBe(two)
  })

  it('clears what was resolved per context too', async () => {
    const resolver = freshSandbox()
    const workspace = new Workspace({ sandbox: resolver })
    const first = await workspace.resolveSandbox()
    workspace.clearSandboxCache()
    expect(await workspace.resolveSandbox()).not.toBe(first)
  })
})

describe('resolveFilesystem', () => {
  it('asks once per request context and validates the answer', async () => {
    const resolver = vi.fn<() => WorkspaceFilesystem>(() => createPlainFilesystem())
    const workspace = new Workspace({ filesystem: resolver })
    const requestContext = contextOf('one')
    const first = await workspace.resolveFilesystem({ requestContext })
    expect(await workspace.resolveFilesystem({ requestContext })).toBe(first)
    expect(await workspace.resolveFilesystem({ requestContext: contextOf('one') })).not.toBe(first)
    const wrong = new Workspace({ filesystem: () => createPlainSandbox() as never })
    const error = await catchError(() => wrong.resolveFilesystem())
    expect(error).toMatchObject({ code: 'FILESYSTEM_NOT_RESOLVED', message: expect.stringContaining('readFile') })
  })

  it('never remembers a failure', async () => {
    const filesystem = createPlainFilesystem()
    const failure = new SandboxProviderError('not now', 'UNAVAILABLE')
    const resolver = vi.fn<() => Promise<WorkspaceFilesystem>>()
    resolver.mockRejectedValueOnce(failure).mockResolvedValue(filesystem)
    const workspace = new Workspace({ filesystem: () => resolver() })
    const requestContext = contextOf('one')
    expect(await catchError(() => workspace.resolveFilesystem({ requestContext }))).toBe(failure)
    expect(await workspace.resolveFilesystem({ requestContext })).toBe(filesystem)
  })

  it('remembers when it was used last', async () => {
    vi.useFakeTimers({ now: 1_000 })
    try {
      const workspace = new Workspace({ sandbox: createPlainSandbox() })
      vi.setSystemTime(5_000)
      await workspace.executeCommand('true')
      expect([workspace.createdAt.getTime(), workspace.lastAccessedAt.getTime()]).toEqual([1_000, 5_000])
      vi.setSystemTime(9_000)
      await workspace.getInfo()
      workspace.getInstructions()
      expect(workspace.lastAccessedAt.getTime()).toBe(5_000)
    } finally {
      vi.useRealTimers()
    }
  })
})
