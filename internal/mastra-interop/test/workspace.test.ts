import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CompositeFilesystem, LocalFilesystem, LocalSandbox } from '@caisson/core'
import { asMastraSandbox, toMastraFilesystem } from '@caisson/mastra'
import { Mastra } from '@mastra/core/mastra'
import { RequestContext } from '@mastra/core/request-context'
import { supportsComputer, supportsNetworking, Workspace } from '@mastra/core/workspace'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sandboxKinds } from './support/sandboxes.js'
import { temporaryDirectory } from './support/temporary-directory.js'
import { workspaceTools } from './support/workspace-tools.js'

describe.each(sandboxKinds())('a Workspace of Mastra with a $name', (kind) => {
  test('starts it with init, also when asked twice at once, and destroys it', async () => {
    const sandbox = await kind.create()
    const started: string[] = []
    sandbox.setOnStart?.(() => () => void started.push('start'))
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    expect(sandbox.status).toBe('pending')
    await Promise.all([workspace.init(), workspace.init()])
    expect([sandbox.status, workspace.status]).toEqual(['running', 'ready'])
    expect(started).toEqual(['start'])
    await workspace.destroy()
    expect([sandbox.status, workspace.status]).toEqual(['destroyed', 'destroyed'])
    await workspace.destroy()
  })

  test('stops it and starts it again', async () => {
    const sandbox = await kind.create()
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    await workspace.init()
    await workspace.stop()
    expect(sandbox.status).toBe('stopped')
    await workspace.init()
    expect(sandbox.status).toBe('running')
  })

  test('is stopped when the application shuts down', async () => {
    const sandbox = await kind.create()
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    const mastra = new Mastra({ workspace, logger: false })
    await workspace.init()
    await mastra.shutdown()
    expect(sandbox.status).toBe('stopped')
  })

  test('shows its provider and status, starting nothing', async () => {
    const sandbox = await kind.create()
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    expect((await workspace.getInfo()).sandbox).toMatchObject({ provider: sandbox.provider, status: 'pending' })
    expect(sandbox.status).toBe('pending')
  })

  test('tells agents where commands run', async () => {
    const sandbox = await kind.create()
    const workspace = new Workspace({ sandbox: asMastraSandbox(sandbox) })
    const told = sandbox.getInstructions?.() ?? ''
    expect(told).not.toBe('')
    expect(workspace.getInstructions()).toContain(told)
    expect(workspace.getPathContext()).toMatchObject({ sandbox: { provider: sandbox.provider }, instructions: told })
  })

  test('is recognised by what it can do', async () => {
    const sandbox = await kind.create()
    expect(supportsNetworking(asMastraSandbox(sandbox))).toBe(sandbox.networking !== undefined)
    expect(supportsComputer(asMastraSandbox(sandbox))).toBe(false)
  })

  test('is resolved for each request, and kept by the key of its tenant', async () => {
    const made: string[] = []
    const workspace = new Workspace({
      sandbox: async ({ requestContext }) => {
        made.push(String(requestContext.get('tenant')))
        return asMastraSandbox(await kind.create())
      },
      sandboxCacheKey: ({ requestContext }) => String(requestContext.get('tenant')),
    })
    const { call, names } = await workspaceTools(workspace)
    expect(names).toContain('execute_command')
    const request = (tenant: string): Record<string, unknown> => ({
      requestContext: new RequestContext([['tenant', tenant]]),
    })
    await call('execute_command', { command: 'echo first > note' }, request('a'))
    await call('execute_command', { command: 'echo second > note' }, request('b'))
    expect(await call('execute_command', { command: 'cat note' }, request('a'))).toBe('first\n')
    expect(await call('execute_command', { command: 'cat note' }, request('b'))).toBe('second\n')
    expect(made).toEqual(['a', 'b'])
  })

  test('gives file tools and shell the same machine', async () => {
    const sandbox = await kind.create()
    if (!sandbox.filesystem) throw new Error('The sandbox has no filesystem')
    const filesystem = toMastraFilesystem(sandbox.filesystem)
    const { call } = await workspaceTools(new Workspace({ sandbox: asMastraSandbox(sandbox), filesystem }))
    await call('write_file', { path: 'dir/note.txt', content: 'from a tool\n' })
    expect(await call('execute_command', { command: 'cat dir/note.txt' })).toBe('from a tool\n')
    await call('execute_command', { command: 'echo from the shell > dir/note.txt' })
    expect(await call('read_file', { path: 'dir/note.txt' })).toContain('from the shell')
  })
})

describe('a Workspace of Mastra with mounts', () => {
  test('mounts filesystems into a LocalSandbox, and serves them to the file tools', async () => {
    const base = await temporaryDirectory()
    await mkdir(join(base, 'data'))
    const sandbox = new LocalSandbox({ workingDirectory: join(base, 'work') })
    onTestFinished(() => sandbox.destroy())
    const asked: string[] = []
    const workspace = new Workspace({
      sandbox: asMastraSandbox(sandbox),
      mounts: { '/data': toMastraFilesystem(new LocalFilesystem({ basePath: join(base, 'data') })) },
      onMount: ({ mountPath, sandbox: host, workspace: owner }) => {
        asked.push(`${mountPath} ${String(Object.is(host, sandbox))} ${String(owner.id === workspace.id)}`)
      },
    })
    await workspace.init()
    expect(asked).toEqual(['/data true true'])
    expect(sandbox.mounts?.get('/data')).toMatchObject({ state: 'mounted' })
    const { call } = await workspaceTools(workspace)
    await call('write_file', { path: '/data/note.txt', content: 'through the mount\n' })
    expect(await call('execute_command', { command: 'cat data/note.txt' })).toBe('through the mount\n')
    expect(workspace.getInstructions()).toMatch(
      /accessible in shell commands[^]*\/data: Local directory \(read-write\)/,
    )
    expect((await workspace.getInfo()).sandbox).toMatchObject({ status: 'running' })
  })

  // With `mounts` these tools of Mastra fail in 1.71: they look for a .gitignore where nothing is mounted.
  test('lists and searches a CompositeFilesystem of Caisson, also outside of what is mounted', async () => {
    const [first, second] = [await temporaryDirectory(), await temporaryDirectory()]
    const filesystem = new CompositeFilesystem({
      mounts: { '/a': new LocalFilesystem({ basePath: first }), '/b': new LocalFilesystem({ basePath: second }) },
    })
    const { call } = await workspaceTools(new Workspace({ filesystem: toMastraFilesystem(filesystem) }))
    await call('write_file', { path: '/a/one.txt', content: 'needle\n' })
    await call('write_file', { path: '/b/deep/two.txt', content: 'needle\n' })
    expect(await call('list_files', { path: '/', maxDepth: 3 })).toMatch(/one\.txt[^]*two\.txt/)
    expect(await call('grep', { pattern: 'needle', path: '/' })).toContain('2 matches across 2 files')
    expect(await call('grep', { pattern: 'needle', path: '/b' })).toContain('/b/deep/two.txt:1:1: needle')
  })
})
