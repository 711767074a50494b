import { describe, expect, it } from 'vitest'
import { WorkspaceError } from '../../src/errors/index.js'
import { Workspace } from '../../src/workspace/index.js'
import { catchError } from './support/catch-error.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

class SandboxClass {
  readonly id = 'never made'
  async executeCommand(): Promise<void> {}
}

class FilesystemClass {
  readFile(): void {}
}

/** As compilers of older targets write a class. */
function CompiledClass(): void {}
CompiledClass.prototype.executeCommand = () => undefined

const create = (config: object): Workspace => new Workspace(config)

async function refuse(config: object): Promise<WorkspaceError> {
  const error = await catchError(() => create(config))
  expect(error).toBeInstanceOf(WorkspaceError)
  return error as WorkspaceError
}

describe('identity', () => {
  it('makes an id and derives the name from it', () => {
    const workspace = create({ sandbox: createPlainSandbox() })
    expect(workspace.id).toMatch(/^ws-[a-z0-9]+-[a-z0-9]{6}$/)
    expect(workspace.name).toBe(`workspace-${workspace.id.slice(0, 8)}`)
    expect(create({ sandbox: createPlainSandbox() }).id).not.toBe(workspace.id)
  })

  it('takes a given id and name', () => {
    const workspace = create({ id: 'mine', name: 'My files', sandbox: createPlainSandbox() })
    expect([workspace.id, workspace.name, workspace.status]).toEqual(['mine', 'My files', 'pending'])
    expect(workspace.createdAt).toBeInstanceOf(Date)
    expect(workspace.lastAccessedAt).toEqual(workspace.createdAt)
  })

  it('tells what is configured', () => {
    const onlyFiles = create({ filesystem: createPlainFilesystem() })
    expect([onlyFiles.hasFilesystemConfig(), onlyFiles.hasSandboxConfig()]).toEqual([true, false])
    const resolved = create({ sandbox: () => createPlainSandbox(), sandboxCacheKey: () => 'one' })
    expect([resolved.hasFilesystemConfig(), resolved.hasSandboxConfig()]).toEqual([false, true])
    expect([resolved.hasSandboxResolver(), resolved.hasSandboxCacheKey()]).toEqual([true, true])
    expect(resolved.sandbox).toBeUndefined()
    const plain = create({ sandbox: createPlainSandbox() })
    expect([plain.hasSandboxResolver(), plain.hasSandboxCacheKey()]).toEqual([false, false])
  })
})

describe('refused options', () => {
  it('needs at least one part', async () => {
    for (const config of [{}, { id: 'x' }, { mounts: {} }, { filesystem: undefined }]) {
      expect((await refuse(config)).code).toBe('NO_PROVIDERS')
    }
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'sandbox'],
  ])('refuses %s in place of the options', async (_name, config) => {
    expect((await refuse(config as never)).code).toBe('INVALID_CONFIG')
  })

  it('refuses "filesystem" together with "mounts"', async () => {
    const filesystem = createPlainFilesystem()
    const error = await refuse({ filesystem, mounts: { '/data': filesystem } })
    expect(error.code).toBe('INVALID_CONFIG')
    expect(error.message).toContain('Cannot use both "filesystem" and "mounts"')
  })

  it('refuses "mounts" with a resolved sandbox', async () => {
    const error = await refuse({ sandbox: () => createPlainSandbox(), mounts: { '/data': createPlainFilesystem() } })
    expect([error.code, error.message]).toEqual(['INVALID_CONFIG', expect.stringContaining('"sandbox"')])
  })

  it.each([
    ['a sandbox class', 'sandbox', { sandbox: SandboxClass }, 'SandboxClass'],
    ['a compiled sandbox class', 'sandbox', { sandbox: CompiledClass }, 'CompiledClass'],
    ['a class without members', 'sandbox', { sandbox: class Empty extends SandboxClass {} }, 'Empty'],
    ['a filesystem class', 'filesystem', { filesystem: FilesystemClass }, 'FilesystemClass'],
    ['a filesystem class in mounts', 'mounts["/a"]', { mounts: { '/a': FilesystemClass } }, 'FilesystemClass'],
    ['a resolver in mounts', 'mounts["/a"]', { mounts: { '/a': () => createPlainFilesystem() } }, 'function'],
    ['a sandbox as filesystem', 'filesystem', { filesystem: createPlainSandbox() }, 'readFile'],
    ['a filesystem as sandbox', 'sandbox', { sandbox: createPlainFilesystem() }, 'executeCommand'],
    ['a promise', 'sandbox', { sandbox: Promise.resolve(createPlainSandbox()) }, 'Promise'],
    ['a sandbox without id', 'sandbox', { sandbox: createPlainSandbox({ id: '' }) }, 'id'],
    ['null as sandbox', 'sandbox', { sandbox: null }, 'null'],
    ['a list of mounts', 'mounts', { mounts: [createPlainFilesystem()] }, 'array'],
    ['an empty id', 'id', { id: '', sandbox: createPlainSandbox() }, '""'],
    ['a number as name', 'name', { name: 7, sandbox: createPlainSandbox() }, '7'],
    ['a logger without methods', 'logger', { logger: {}, sandbox: createPlainSandbox() }, 'an object'],
    ['a hook without mounts', 'onMount', { onMount: () => false, sandbox: createPlainSandbox() }, 'no "mounts"'],
    ['a misspelt option', 'sandbx', { sandbx: createPlainSandbox(), sandbox: createPlainSandbox() }, 'filesystem'],
    [
      'a cache key without resolver',
      'sandboxCacheKey',
      { sandbox: createPlainSandbox(), sandboxCacheKey: () => 'k' },
      '',
    ],
    ['a cache size without key', 'sandboxCacheSize', { sandbox: () => createPlainSandbox(), sandboxCacheSize: 3 }, '3'],
  ])('refuses %s and names the option', async (_name, option, config, given) => {
    const error = await refuse(config)
    expect(error.code).toBe('INVALID_CONFIG')
    expect(error.message).toContain(`"${option}"`)
    expect(error.message).toMatch(/expected .*, got /)
    expect(error.message).toContain(given)
  })

  it.each([
    'vectorStore',
    'embedder',
    'bm25',
    'searchIndexName',
    'autoIndexPaths',
    'skills',
    'skillSource',
    'checkSkillFileMtime',
    'browser',
    'lsp',
    'tools',
    'autoSync',
    'operationTimeout',
  ])('refuses %s, which needs something that is not here', async (option) => {
    const error = await refuse({ sandbox: createPlainSandbox(), [option]: true })
    expect([error.code, error.message]).toEqual(['INVALID_CONFIG', expect.stringContaining(`"${option}"`)])
    expect(create({ sandbox: createPlainSandbox(), [option]: undefined }).status).toBe('pending')
  })

  it.each([
    ['text', 'resolve'],
    ['an unknown mode', { dynamicSandbox: 'later' }],
    ['an unknown option', { dynamic: 'resolve' }],
  ])('refuses %s as instructions', async (_name, instructions) => {
    const error = await refuse({ sandbox: () => createPlainSandbox(), instructions })
    expect([error.code, error.message]).toEqual(['INVALID_CONFIG', expect.stringContaining('"instructions"')])
  })

  it('refuses instructions about a resolver where there is none', async () => {
    const error = await refuse({ sandbox: createPlainSandbox(), instructions: { dynamicSandbox: 'resolve' } })
    expect(error.code).toBe('INVALID_CONFIG')
  })

  it.each([0, -1, 1.5, Number.NaN, '5'])('refuses %s as sandboxCacheSize', async (sandboxCacheSize) => {
    const config = { sandbox: () => createPlainSandbox(), sandboxCacheKey: () => 'k', sandboxCacheSize }
    expect((await refuse(config)).message).toContain('"sandboxCacheSize"')
  })

  it('tells the compiler the same', async () => {
    const sandbox = createPlainSandbox()
    // @ts-expect-error skills are not an option
    expect(await catchError(() => new Workspace({ sandbox, skills: [] }))).toBeInstanceOf(WorkspaceError)
    // @ts-expect-error a class is not an instance
    expect(await catchError(() => new Workspace({ sandbox: SandboxClass }))).toBeInstanceOf(WorkspaceError)
    // @ts-expect-error an object without the members of a sandbox is none
    const swapped = await catchError(() => new Workspace({ sandbox: { executeCommand: 1 } }))
    expect(swapped).toBeInstanceOf(WorkspaceError)
  })

  it('never shows what an object holds', async () => {
    const error = await refuse({ sandbox: { apiKey: 'very-secret' } })
    expect(error.message).not.toContain('very-secret')
  })

  it('reports a wrong sandbox before an unknown option', async () => {
    expect((await refuse({ nonsense: 1, sandbox: SandboxClass })).message).toContain('"sandbox"')
  })

  it('takes ordinary functions and arrow functions for resolvers', async () => {
    const sandbox = createPlainSandbox()
    function choose(): typeof sandbox {
      return sandbox
    }
    expect(await create({ sandbox: choose }).resolveSandbox()).toBe(sandbox)
    expect(await create({ sandbox: async () => sandbox }).resolveSandbox()).toBe(sandbox)
  })

  it('takes a sandbox that offers something else than commands', () => {
    const sandbox = { ...createPlainSandbox(), executeCommand: undefined, writeFiles: async () => undefined }
    expect(create({ sandbox }).sandbox).toBe(sandbox)
  })
})
