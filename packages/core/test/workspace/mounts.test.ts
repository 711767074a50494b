import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Logger, MountManager, WorkspaceSandbox } from '../../src/contract/index.js'
import { CompositeFilesystem, LocalFilesystem } from '../../src/filesystem/index.js'
import { LocalSandbox } from '../../src/sandbox/index.js'
import { Workspace } from '../../src/workspace/index.js'
import { catchError } from './support/catch-error.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-mounts-test-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const createLocal = (name: string): LocalFilesystem => new LocalFilesystem({ basePath: path.join(directory, name) })

/** A mount manager that writes down how it is called. */
function recordManager(): { manager: MountManager; calls: [string, unknown][] } {
  const calls: [string, unknown][] = []
  const manager: MountManager = {
    entries: new Map(),
    setContext: (context) => void calls.push(['setContext', context]),
    add: (mounts) => void calls.push(['add', mounts]),
    setOnMount: (hook) => void calls.push(['setOnMount', hook]),
    get: () => undefined,
    has: () => false,
    delete: () => false,
    clear: () => undefined,
    processPending: async () => undefined,
  }
  return { manager, calls }
}

describe('wiring', () => {
  it('[C03] tells the sandbox its context, then the filesystems, then the hook', () => {
    const { manager, calls } = recordManager()
    const sandbox = createPlainSandbox({ mounts: manager })
    const mounts = { '/a': createPlainFilesystem(), '/b': createPlainFilesystem() }
    const onMount = (): false => false
    const workspace = new Workspace({ sandbox, mounts, onMount })
    expect(calls).toEqual([
      ['setContext', { sandbox, workspace }],
      ['add', mounts],
      ['setOnMount', onMount],
    ])
    expect(workspace.filesystem).toBeInstanceOf(CompositeFilesystem)
  })

  it('leaves a hook that the sandbox has when none is given', () => {
    const { manager, calls } = recordManager()
    const mounts = { '/a': createPlainFilesystem() }
    const workspace = new Workspace({ sandbox: createPlainSandbox({ mounts: manager }), mounts })
    expect(workspace.hasFilesystemConfig()).toBe(true)
    expect(calls.map(([name]) => name)).toEqual(['setContext', 'add'])
  })

  it('touches no mounts without the option', () => {
    const { manager, calls } = recordManager()
    const workspace = new Workspace({ sandbox: createPlainSandbox({ mounts: manager }), mounts: {} })
    expect(calls).toEqual([])
    expect(workspace.filesystem).toBeUndefined()
  })

  it('refuses a hook that nothing would call', async () => {
    const config = { mounts: { '/a': createPlainFilesystem() }, onMount: () => false as const }
    for (const sandbox of [createPlainSandbox(), undefined]) {
      const error = await catchError(() => new Workspace({ ...config, sandbox }))
      expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('"onMount"') })
    }
  })

  it('warns of a local filesystem that is not contained', () => {
    const warn = vi.fn<Logger['warn']>()
    const logger = { debug: warn, info: warn, warn, error: warn }
    const open = new LocalFilesystem({ basePath: directory, contained: false })
    const workspace = new Workspace({ mounts: { '/open': open, '/closed': createLocal('closed') }, logger })
    expect(workspace.logger).toBe(logger)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('/open')]])
  })
})

describe('file tools', () => {
  it.each<[string, WorkspaceSandbox | undefined]>([
    ['without a sandbox', undefined],
    ['with a sandbox that cannot mount', createPlainSandbox()],
  ])('[C03] reach every mount %s', async (_name, sandbox) => {
    const workspace = new Workspace({ sandbox, mounts: { '/one': createLocal('one'), '/two': createLocal('two') } })
    await workspace.init()
    await workspace.filesystem?.writeFile('/one/note.txt', 'first')
    await workspace.filesystem?.writeFile('/two/note.txt', 'second')
    expect(await createLocal('one').readFile('note.txt', { encoding: 'utf-8' })).toBe('first')
    const listed = await workspace.filesystem?.readdir('/')
    expect(listed?.map(({ name }) => name).toSorted()).toEqual(['one', 'two'])
    const info = await workspace.getInfo({ includeFileCount: true })
    expect(info.filesystem).toMatchObject({ provider: 'composite', totalFiles: 2, totalSize: 11 })
    await workspace.destroy()
  })
})

describe('a sandbox on this machine', () => {
  it('[C01] [C03] sees in its shell what the file tools wrote, and the other way round', async () => {
    const sandbox = new LocalSandbox({ workingDirectory: path.join(directory, 'work') })
    await using workspace = new Workspace({ sandbox, mounts: { '/data': createLocal('data') } })
    await workspace.init()
    await workspace.filesystem.writeFile('/data/in.txt', 'from a tool')
    expect(await workspace.executeCommand('cat data/in.txt')).toMatchObject({ stdout: 'from a tool' })
    expect(await workspace.executeCommand('printf "from a shell" > data/out.txt')).toMatchObject({ exitCode: 0 })
    expect(await workspace.filesystem.readFile('/data/out.txt', { encoding: 'utf-8' })).toBe('from a shell')
    const shown = `  - ${path.join(directory, 'work', 'data')}: Local directory (read-write)`
    expect(workspace.getInstructions()).toContain(shown)
    expect(sandbox.mounts?.get('/data')?.state).toBe('mounted')
  })

  it('asks the hook about each mount', async () => {
    const seen: unknown[] = []
    const sandbox = new LocalSandbox({ workingDirectory: path.join(directory, 'hooked') })
    const filesystem = createLocal('skipped')
    await using workspace: Workspace = new Workspace({
      sandbox,
      mounts: { '/skipped': filesystem },
      onMount: (args) => {
        seen.push(args.filesystem, args.mountPath, args.sandbox, args.workspace)
        return false
      },
    })
    await workspace.init()
    expect(seen).toEqual([filesystem, '/skipped', sandbox, workspace])
    expect(workspace.getInstructions()).toContain('Workspace-only filesystems')
  })
})
