import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FilesystemProvider, SandboxProvider } from '../../src/contract/index.js'
import { createProviderRegistry, UnknownProviderError } from '../../src/editor.js'
import { LocalFilesystem, LocalSandbox, WorkspaceError } from '../../src/workspace.js'
import { catchError } from './support/catch-error.js'
import { createPlainFilesystem } from './support/plain-filesystem.js'
import { createPlainSandbox } from './support/plain-sandbox.js'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-registry-test-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** A descriptor that keeps what it is given. */
function createCloud(id = 'cloud'): SandboxProvider & { readonly given: unknown[] } {
  const given: unknown[] = []
  return {
    id,
    name: 'Cloud',
    given,
    configSchema: {
      type: 'object',
      properties: {
        template: { type: 'string' },
        timeout: { type: 'number' },
        apiKey: { type: 'string', writeOnly: true },
      },
    },
    createSandbox: (config) => {
      given.push(config)
      return createPlainSandbox({ provider: id })
    },
  }
}

function createBucket(): FilesystemProvider & { readonly given: unknown[] } {
  const given: unknown[] = []
  return {
    id: 'bucket',
    name: 'Bucket',
    given,
    createFilesystem: async (config) => {
      given.push(config)
      return createPlainFilesystem({ provider: 'bucket' })
    },
  }
}

describe('registering', () => {
  it('[C16] accepts an array and a record, and knows local', () => {
    const cloud = createCloud()
    const bucket = createBucket()
    for (const registry of [
      createProviderRegistry({ sandboxes: [cloud], filesystems: [bucket] }),
      createProviderRegistry({ sandboxes: { [cloud.id]: cloud }, filesystems: { [bucket.id]: bucket } }),
    ]) {
      expect(registry.sandboxProviders.map(({ id }) => id)).toEqual(['local', 'cloud'])
      expect(registry.filesystemProviders.map(({ id }) => id)).toEqual(['local', 'bucket'])
      expect(registry.getSandboxProvider('cloud')).toBe(cloud)
      expect(registry.getFilesystemProvider('bucket')).toBe(bucket)
    }
  })

  it('looks a record up by its keys', async () => {
    const cloud = createCloud()
    const registry = createProviderRegistry({ sandboxes: { mine: cloud } })
    expect(registry.getSandboxProvider('mine')).toBe(cloud)
    expect(await catchError(() => registry.getSandboxProvider('cloud'))).toBeInstanceOf(UnknownProviderError)
    const sandbox = createPlainSandbox({ provider: 'cloud', getInfo: () => ({ ...infoOf({}) }) })
    expect((await registry.snapshotSandbox(sandbox)).provider).toBe('mine')
  })

  it('names the known ids when one is unknown', async () => {
    const registry = createProviderRegistry({ sandboxes: [createCloud()] })
    const error = await catchError(() => registry.createSandbox({ provider: 'cluod' }))
    expect(error).toBeInstanceOf(WorkspaceError)
    expect(error).toMatchObject({
      kind: 'sandbox',
      provider: 'cluod',
      known: ['local', 'cloud'],
      code: 'INVALID_CONFIG',
    })
    expect((error as Error).message).toContain('local, cloud')
    const other = await catchError(() => registry.createFilesystem({ provider: '__proto__' }))
    expect(other).toMatchObject({ kind: 'filesystem', known: ['local'] })
  })

  it.each([
    ['the same id twice', { sandboxes: [createCloud(), createCloud()] }, 'sandboxes[1]'],
    ['the id of a built-in one', { sandboxes: [createCloud('local')] }, 'sandboxes[0]'],
    ['a filesystem for a sandbox', { sandboxes: [createBucket()] }, 'createSandbox()'],
    ['a descriptor without id', { filesystems: [{ ...createBucket(), id: '' }] }, 'id'],
    ['null', { filesystems: [null] }, 'filesystems[0]'],
    ['text instead of a list', { sandboxes: 'cloud' }, 'sandboxes'],
  ])('refuses %s', async (_name, options, shown) => {
    const error = await catchError(() => createProviderRegistry(options as never))
    expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining(shown) })
  })
})

describe('creating', () => {
  it('hands the stored configuration to the descriptor', async () => {
    const cloud = createCloud()
    const bucket = createBucket()
    const registry = createProviderRegistry({ sandboxes: [cloud], filesystems: [bucket] })
    const sandbox = await registry.createSandbox({ provider: 'cloud', config: { template: 'base' } })
    await registry.createSandbox({ provider: 'cloud' })
    expect(sandbox.provider).toBe('cloud')
    expect(cloud.given).toEqual([{ template: 'base' }, {}])
    await registry.createFilesystem({ provider: 'bucket', config: { bucket: 'b', readOnly: false }, readOnly: true })
    await registry.createFilesystem({ provider: 'bucket', config: { bucket: 'b' } })
    expect(bucket.given).toEqual([{ bucket: 'b', readOnly: true }, { bucket: 'b' }])
  })

  it('refuses a configuration that is no object, and a descriptor that makes something else', async () => {
    const wrong = { ...createCloud(), createSandbox: () => createPlainFilesystem() as never }
    const registry = createProviderRegistry({ sandboxes: [wrong] })
    const noObject = await catchError(() => registry.createSandbox({ provider: 'cloud', config: [] as never }))
    expect(noObject).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('"config"') })
    const noSandbox = await catchError(() => registry.createSandbox({ provider: 'cloud' }))
    expect(noSandbox).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('executeCommand') })
  })

  it('makes a local filesystem that works', async () => {
    const registry = createProviderRegistry()
    const stored = { provider: 'local', config: { basePath: directory } }
    const filesystem = await registry.createFilesystem(stored)
    expect(filesystem).toBeInstanceOf(LocalFilesystem)
    await filesystem.init?.()
    await filesystem.writeFile('note.txt', 'kept')
    const readOnly = await registry.createFilesystem({ ...stored, readOnly: true })
    await readOnly.init?.()
    expect(await readOnly.readFile('note.txt', { encoding: 'utf-8' })).toBe('kept')
    expect(await catchError(() => readOnly.writeFile('note.txt', 'changed'))).toMatchObject({ code: 'READ_ONLY' })
  })

  it('lets the local filesystem refuse a bad configuration', async () => {
    const registry = createProviderRegistry()
    const error = await catchError(() => registry.createFilesystem({ provider: 'local' }))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { option: 'basePath' } })
  })

  it('makes a local sandbox that works', async () => {
    const registry = createProviderRegistry()
    const sandbox = await registry.createSandbox({ provider: 'local', config: { workingDirectory: directory } })
    expect(sandbox).toBeInstanceOf(LocalSandbox)
    expect(await sandbox.executeCommand?.('pwd')).toMatchObject({ stdout: `${directory}\n`, exitCode: 0 })
    await sandbox.destroy?.()
  })
})

describe('snapshots', () => {
  it('keep what the schema declares, without secrets and observations', async () => {
    const registry = createProviderRegistry({ sandboxes: [createCloud()] })
    const metadata = { template: 'base', timeout: undefined, apiKey: 'secret', sandboxId: 'i-1', constructor: 'x' }
    const sandbox = createPlainSandbox({ provider: 'cloud', getInfo: async () => infoOf(metadata) })
    expect(await registry.snapshotSandbox(sandbox)).toEqual({ provider: 'cloud', config: { template: 'base' } })
  })

  it('need a descriptor for the sandbox, and getInfo', async () => {
    const registry = createProviderRegistry({ sandboxes: [createCloud()] })
    const stranger = createPlainSandbox({ getInfo: () => infoOf({}) })
    expect(await catchError(() => registry.snapshotSandbox(stranger))).toMatchObject({ provider: 'plain' })
    const mute = createPlainSandbox({ provider: 'cloud' })
    expect(await catchError(() => registry.snapshotSandbox(mute))).toMatchObject({ code: 'UNSUPPORTED_FEATURE' })
  })

  it('of a local sandbox make the same one again', async () => {
    const registry = createProviderRegistry()
    const config = { workingDirectory: directory, isolation: 'none', timeout: 5000 }
    const sandbox = await registry.createSandbox({ provider: 'local', config })
    const stored = await registry.snapshotSandbox(sandbox)
    expect(stored).toMatchObject({ provider: 'local', config })
    const again = await registry.createSandbox(JSON.parse(JSON.stringify(stored)))
    expect(await registry.snapshotSandbox(again)).toEqual(stored)
    expect(await again.executeCommand?.('pwd')).toMatchObject({ stdout: `${directory}\n` })
    await again.destroy?.()
  })

  it('of a local sandbox hold no value of its environment', async () => {
    const registry = createProviderRegistry()
    const env = { TOKEN: 'very-secret' }
    const sandbox = await registry.createSandbox({ provider: 'local', config: { workingDirectory: directory, env } })
    expect(await sandbox.executeCommand?.('echo "$TOKEN"')).toMatchObject({ stdout: 'very-secret\n' })
    expect(JSON.stringify(await registry.snapshotSandbox(sandbox))).not.toContain('very-secret')
    await sandbox.destroy?.()
  })

  const { backend, available } = LocalSandbox.detectIsolation()

  it.skipIf(!available)('of an isolated sandbox make one that is isolated in the same way', async () => {
    const registry = createProviderRegistry()
    const nativeSandbox = { allowNetwork: true, readOnly: true }
    const config = { workingDirectory: directory, isolation: backend, nativeSandbox }
    const stored = await registry.snapshotSandbox(await registry.createSandbox({ provider: 'local', config }))
    const again = await registry.createSandbox(JSON.parse(JSON.stringify(stored)))
    expect(await registry.snapshotSandbox(again)).toEqual(stored)
    expect(await again.executeCommand?.('touch made-here')).toMatchObject({ success: false })
    await again.destroy?.()
  })

  it('without the arguments that decided the isolation are refused', async () => {
    const config = { workingDirectory: directory, isolation: 'bwrap', isolationConfig: { hasBwrapArgs: true } }
    const error = await catchError(() => createProviderRegistry().createSandbox({ provider: 'local', config }))
    expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('bwrapArgs') })
  })

  it('of a local filesystem make the same one again', async () => {
    const registry = createProviderRegistry()
    const config = { basePath: directory, contained: false }
    const filesystem = await registry.createFilesystem({ provider: 'local', config, readOnly: true })
    const stored = await registry.snapshotFilesystem(filesystem)
    expect(stored).toEqual({ provider: 'local', config, readOnly: true })
    const again = await registry.createFilesystem(JSON.parse(JSON.stringify(stored)))
    expect(await registry.snapshotFilesystem(again)).toEqual(stored)
  })
})

describe('schemas of the built-in descriptors', () => {
  it('are plain JSON and name every required option', () => {
    const registry = createProviderRegistry()
    const schemas = [registry.getSandboxProvider('local'), registry.getFilesystemProvider('local')]
    for (const { configSchema } of schemas) {
      expect(configSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
    }
    expect(schemas[1]?.configSchema?.['required']).toEqual(['basePath'])
  })
})

function infoOf(metadata: Record<string, unknown>) {
  return { id: 's', name: 's', provider: 'cloud', status: 'running' as const, createdAt: new Date(0), metadata }
}
