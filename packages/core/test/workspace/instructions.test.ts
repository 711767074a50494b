import { describe, expect, it, vi } from 'vitest'
import type {
  Logger,
  MountEntry,
  MountManager,
  MountState,
  RequestContext,
  RequestScope,
  WorkspaceFilesystem,
  WorkspaceSandbox,
} from '../../src/contract/index.js'
import { SandboxProviderError } from '../../src/errors/index.js'
import { Workspace, type ResolverScope } from '../../src/workspace/index.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

const shellHeading = 'Sandbox-mounted filesystems (accessible in shell commands):'
const fileToolsHeading = 'Workspace-only filesystems (use file tools, NOT available in shell commands):'

/** A mount manager in exactly these states. */
function showStates(states: Readonly<Record<string, MountState>>): MountManager {
  const filesystem = createPlainFilesystem({ displayName: 'Bucket', readOnly: true })
  const entries = new Map<string, MountEntry>(
    Object.entries(states).map(([path, state]) => [path, { filesystem, state }]),
  )
  return {
    entries,
    setContext: () => undefined,
    setOnMount: () => undefined,
    add: () => undefined,
    get: (path) => entries.get(path),
    has: (path) => entries.has(path),
    delete: (path) => entries.delete(path),
    clear: () => entries.clear(),
    processPending: async () => undefined,
  }
}

describe('getInstructions', () => {
  it('joins what sandbox and filesystem say', () => {
    const filesystem = createPlainFilesystem({ getInstructions: () => 'Files are kept.' })
    const sandbox = createPlainSandbox({ getInstructions: () => 'A shell.' })
    expect(new Workspace({ filesystem, sandbox }).getInstructions()).toBe('A shell.\n\nFiles are kept.')
    expect(new Workspace({ filesystem }).getInstructions()).toBe('Files are kept.')
    expect(new Workspace({ sandbox: createPlainSandbox() }).getInstructions()).toBe('')
  })

  it('hands the request context through', async () => {
    const requestContext: RequestContext = new Map([['user', 'one']])
    const getInstructions = vi.fn<(scope?: RequestScope) => string>(() => 'A shell.')
    const workspace = new Workspace({ sandbox: createPlainSandbox({ getInstructions }) })
    workspace.getInstructions({ requestContext })
    await workspace.getInstructionsAsync({ requestContext })
    expect(getInstructions.mock.calls).toEqual([[{ requestContext }], [{ requestContext }]])
  })

  it.each<[MountState, string]>([
    ['mounted', shellHeading],
    ['pending', shellHeading],
    ['mounting', shellHeading],
    ['error', fileToolsHeading],
    ['unsupported', fileToolsHeading],
    ['unavailable', fileToolsHeading],
  ])('lists a mount that is %s where it can be reached', (state, heading) => {
    const sandbox = createPlainSandbox({ mounts: showStates({ '/data': state }) })
    const filesystem = createPlainFilesystem({ getInstructions: () => 'not told beside mounts' })
    const text = new Workspace({ sandbox, filesystem }).getInstructions()
    expect(text).toBe(`${heading}\n  - /data: Bucket (read-only)`)
  })

  it('[C03] separates the two lists and names the provider of what has no display name', () => {
    const mounts = showStates({ '/a': 'mounted', '/b': 'error', '/c': 'pending' })
    const filesystem = createPlainFilesystem({ provider: 's3' })
    Object.assign(mounts, { entries: new Map([...mounts.entries, ['/d', { filesystem, state: 'unavailable' }]]) })
    const sandbox = createPlainSandbox({ mounts, getInstructions: () => 'A shell.' })
    expect(new Workspace({ sandbox }).getInstructions().split('\n')).toEqual([
      'A shell.',
      '',
      shellHeading,
      '  - /a: Bucket (read-only)',
      '  - /c: Bucket (read-only)',
      '',
      fileToolsHeading,
      '  - /b: Bucket (read-only)',
      '  - /d: s3 (read-write)',
    ])
  })

  it('shows a path of this machine only for a sandbox on this machine', () => {
    const workingDirectory = '/srv/agent/'
    const mounts = showStates({ '/data': 'mounted' })
    const local = Object.assign(createPlainSandbox({ provider: 'local', mounts }), { workingDirectory })
    const remote = Object.assign(createPlainSandbox({ mounts }), { workingDirectory })
    expect(new Workspace({ sandbox: local }).getInstructions()).toContain('  - /srv/agent/data: Bucket')
    expect(new Workspace({ sandbox: remote }).getInstructions()).toContain('  - /data: Bucket')
  })
})

describe('instructions of a resolved sandbox', () => {
  const resolver = () => createPlainSandbox({ getInstructions: () => 'The chosen shell.' })

  it('does not call the resolver by default', async () => {
    const sandbox = vi.fn<typeof resolver>(resolver)
    const workspace = new Workspace({ sandbox: () => sandbox() })
    expect(workspace.getInstructions()).toMatch(/chosen for each request/)
    expect(await workspace.getInstructionsAsync()).toBe(workspace.getInstructions())
    expect(sandbox).not.toHaveBeenCalled()
  })

  it('asks the chosen sandbox when told to, where it can wait', async () => {
    const workspace = new Workspace({ sandbox: resolver, instructions: { dynamicSandbox: 'resolve' } })
    expect(await workspace.getInstructionsAsync()).toBe('The chosen shell.')
    expect(workspace.getInstructions()).toMatch(/chosen for each request/)
  })

  it('uses a function, which may say nothing', async () => {
    const dynamicSandbox = vi.fn<(scope: ResolverScope) => string>(
      ({ requestContext }) => `For ${String(requestContext.get('user'))}.`,
    )
    const workspace = new Workspace({ sandbox: resolver, instructions: { dynamicSandbox } })
    const requestContext: RequestContext = new Map([['user', 'one']])
    expect(workspace.getInstructions({ requestContext })).toBe('For one.')
    expect(await workspace.getInstructionsAsync({ requestContext })).toBe('For one.')
    expect(workspace.getInstructions()).toBe('For undefined.')
    const silent = new Workspace({ sandbox: resolver, instructions: { dynamicSandbox: () => '' } })
    expect(silent.getInstructions()).toBe('')
  })

  it('asks the filesystem of the request', async () => {
    const filesystem = () => createPlainFilesystem({ getInstructions: () => 'The chosen files.' })
    const workspace = new Workspace({ filesystem })
    expect(workspace.getInstructions()).toBe('')
    expect(await workspace.getInstructionsAsync()).toBe('The chosen files.')
  })
})

describe('getPathContext', () => {
  it('tells the paths of the parts', () => {
    const filesystem = createPlainFilesystem({ basePath: '/srv/files', getInstructions: () => 'Files.' })
    const sandbox = createPlainSandbox({ provider: 'local', getInstructions: () => 'A shell.' })
    const workspace = new Workspace({ filesystem, sandbox: Object.assign(sandbox, { workingDirectory: '/srv/agent' }) })
    expect(workspace.getPathContext()).toEqual({
      filesystem: { provider: 'memory', basePath: '/srv/files' },
      sandbox: { provider: 'local', workingDirectory: '/srv/agent' },
      instructions: 'Files. A shell.',
    })
  })

  it('leaves out what is not there', () => {
    const context = new Workspace({ sandbox: createPlainSandbox() }).getPathContext()
    expect(context).toEqual({ sandbox: { provider: 'plain' }, instructions: '' })
  })
})

describe('getInfo', () => {
  it('collects what the parts tell', async () => {
    const resources = { memoryMB: 512 }
    const sandbox = createPlainSandbox({
      getInfo: () => ({ id: 's', name: 's', provider: 'plain', status: 'running', createdAt: new Date(0), resources }),
    })
    const workspace = new Workspace({ id: 'w', sandbox, filesystem: createPlainFilesystem({ readOnly: true }) })
    expect(await workspace.getInfo()).toEqual({
      id: 'w',
      name: 'workspace-w',
      status: 'pending',
      createdAt: workspace.createdAt,
      lastAccessedAt: workspace.createdAt,
      filesystem: { id: 'plain-files', name: 'PlainFilesystem', provider: 'memory', status: 'pending', readOnly: true },
      sandbox: { provider: 'plain', status: 'running', resources },
    })
  })

  it('counts files when asked', async () => {
    const filesystem = createPlainFilesystem()
    await filesystem.writeFile('a', 'four')
    await filesystem.writeFile('b', 'eleven byte')
    const workspace = new Workspace({ filesystem })
    expect((await workspace.getInfo()).filesystem).not.toHaveProperty('totalFiles')
    const info = await workspace.getInfo({ includeFileCount: true })
    expect(info.filesystem).toMatchObject({ totalFiles: 2, totalSize: 15 })
  })

  it('leaves the count out, with a warning, when the files cannot be listed', async () => {
    const failure = new SandboxProviderError('no listing', 'PERMISSION_DENIED')
    const warn = vi.fn<Logger['warn']>()
    const logger = { debug: warn, info: warn, warn, error: warn }
    const filesystem = createPlainFilesystem({ readdir: () => Promise.reject(failure) })
    const info = await new Workspace({ filesystem, logger }).getInfo({ includeFileCount: true })
    expect(info.filesystem).not.toHaveProperty('totalFiles')
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('plain-files'), failure)
  })

  it('shows placeholders for resolvers and calls only the one of the filesystem', async () => {
    const sandbox = vi.fn<() => WorkspaceSandbox>(() => createPlainSandbox())
    const filesystem = vi.fn<() => WorkspaceFilesystem>(() => createPlainFilesystem())
    const workspace = new Workspace({ sandbox: () => sandbox(), filesystem: () => filesystem() })
    const placeholders = await workspace.getInfo({ resolveDynamicProviders: false })
    expect(filesystem).not.toHaveBeenCalled()
    expect(placeholders.filesystem).toMatchObject({ provider: 'dynamic', status: 'pending' })
    expect((await workspace.getInfo()).filesystem).toMatchObject({ provider: 'memory' })
    expect(placeholders.sandbox).toEqual({ provider: 'dynamic', status: 'pending' })
    expect(sandbox).not.toHaveBeenCalled()
  })

  it('still answers after destroy', async () => {
    const filesystem = vi.fn<() => WorkspaceFilesystem>(() => createPlainFilesystem())
    const workspace = new Workspace({ filesystem: () => filesystem() })
    await workspace.destroy()
    expect((await workspace.getInfo()).status).toBe('destroyed')
    expect(filesystem).not.toHaveBeenCalled()
  })
})
