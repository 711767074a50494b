import { FilesystemNotReadyError, WorkspaceReadOnlyError } from '@caisson/core'
import { describe, expect, it, vi } from 'vitest'
import {
  MemoryObjectStore,
  ObjectStoreError,
  ObjectStoreFilesystem,
  type ObjectStoreConfig,
} from '../../src/object-store.js'
import { fill, makeBench } from './support/bench.js'

async function* onePiece(): AsyncGenerator<string> {
  yield 'x'
}

describe('readOnly', () => {
  it('refuses every change before anything is sent', async () => {
    const { filesystem, sent } = makeBench({ readOnly: true })
    const calls = [
      filesystem.writeFile('a', 'x'),
      filesystem.writeStream('a', onePiece()),
      filesystem.appendFile('a', 'x'),
      filesystem.deleteFile('a', { force: true }),
      filesystem.copyFile('a', 'b'),
      filesystem.moveFile('a', 'b'),
      filesystem.mkdir('a'),
      filesystem.rmdir('a', { force: true }),
    ]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(WorkspaceReadOnlyError) })
    }
    expect(sent()).toEqual([])
    expect(filesystem.readOnly).toBe(true)
  })
})

describe('init and first use', () => {
  it('an explicit init asks the bucket once, also when it is asked for many times', async () => {
    const onInit = vi.fn<() => void>()
    const requests: string[] = []
    const driver = new MemoryObjectStore({ onRequest: ({ operation }) => void requests.push(operation) })
    const filesystem = new ObjectStoreFilesystem({ driver, onInit })
    await Promise.all([filesystem.init(), filesystem.init()])
    await filesystem.init()
    expect(requests).toEqual(['check'])
    expect(filesystem.status).toBe('ready')
    expect(onInit).toHaveBeenCalledExactlyOnceWith({ filesystem })
  })

  it('an init that fails says so with a typed error, and can be tried again', async () => {
    const bench = makeBench()
    bench.fail = () => new ObjectStoreError('404', 'noBucket')
    await expect(bench.filesystem.init()).rejects.toMatchObject({ code: 'ENOTREADY' })
    expect(bench.filesystem).toMatchObject({ status: 'error', error: expect.stringContaining('bucket memory') })
    bench.fail = undefined
    await bench.filesystem.init()
    expect(bench.filesystem).toMatchObject({ status: 'ready', error: undefined })
  })

  it('the first use makes it ready without a check, and runs onInit once', async () => {
    const onInit = vi.fn<() => void>()
    const driver = new MemoryObjectStore()
    const filesystem = new ObjectStoreFilesystem({ driver, onInit })
    await Promise.all([filesystem.exists('a'), filesystem.exists('b'), filesystem.exists('c')])
    expect(filesystem.isReady()).toBe(true)
    expect(onInit).toHaveBeenCalledOnce()
  })

  it('an explicit init during the first use asks the bucket all the same, and fails when that does', async () => {
    const bench = makeBench()
    bench.fail = ({ operation }) => (operation === 'check' ? new ObjectStoreError('403', 'denied') : undefined)
    const [used, made] = await Promise.allSettled([bench.filesystem.exists('a'), bench.filesystem.init()])
    expect(used.status).toBe('fulfilled')
    expect(made).toMatchObject({ status: 'rejected', reason: { code: 'EACCES' } })
    expect(bench.filesystem).toMatchObject({ status: 'error', error: expect.any(String) })
    expect(bench.sent()).toContain('check ')
  })

  it('an init after a use that the bucket accepted asks nothing', async () => {
    const bench = makeBench()
    await bench.filesystem.exists('a')
    bench.sent()
    await bench.filesystem.init()
    expect(bench.sent()).toEqual([])
  })

  it('a destroyed filesystem sends nothing and comes back by init', async () => {
    const close = vi.fn<() => void>()
    const driver = Object.assign(new MemoryObjectStore(), { close })
    await fill(driver, { a: 'x' })
    const filesystem = new ObjectStoreFilesystem({ driver })
    await filesystem.init()
    await filesystem.destroy()
    expect(close).toHaveBeenCalledOnce()
    await expect(filesystem.readFile('a')).rejects.toBeInstanceOf(FilesystemNotReadyError)
    await filesystem.init()
    expect(await filesystem.readFile('a', { encoding: 'utf8' })).toBe('x')
  })
})

describe('what a subclass prepares', () => {
  class Prepared extends ObjectStoreFilesystem<MemoryObjectStore> {
    preparations = 0
    failure: Error | undefined

    protected override async prepare(): Promise<void> {
      this.preparations++
      await Promise.resolve()
      if (this.failure) throw this.failure
      this.makeReadOnly()
    }
  }
  const make = (config: Partial<ObjectStoreConfig<MemoryObjectStore>> = {}): Prepared =>
    new Prepared({ driver: new MemoryObjectStore(), ...config })

  it('runs once before the first operation, and what it finds out counts for that one', async () => {
    const filesystem = make()
    expect(filesystem.readOnly).toBe(false)
    await expect(filesystem.writeFile('a', 'x')).rejects.toBeInstanceOf(WorkspaceReadOnlyError)
    expect(await filesystem.exists('a')).toBe(false)
    expect(filesystem).toMatchObject({ readOnly: true, preparations: 1 })
  })

  it('is the cause when it fails, and is tried again', async () => {
    const filesystem = make()
    filesystem.failure = new TypeError('no credentials')
    await expect(filesystem.exists('a')).rejects.toMatchObject({ code: 'ENOTREADY', cause: filesystem.failure })
    filesystem.failure = undefined
    expect(await filesystem.exists('a')).toBe(false)
    expect(filesystem.preparations).toBe(2)
  })
})

describe('the configuration', () => {
  it('gives names, and generates the id from its prefix', () => {
    const driver = new MemoryObjectStore()
    const plain = new ObjectStoreFilesystem({ driver })
    expect(plain).toMatchObject({
      name: 'ObjectStoreFilesystem',
      provider: 'memory',
      readOnly: false,
      status: 'pending',
    })
    expect(plain.id).toMatch(/^memory-fs-[a-z0-9]+-[a-z0-9]{6}$/)
    const named = new ObjectStoreFilesystem({
      driver,
      name: 'N',
      provider: 'p',
      idPrefix: 'n-fs',
      displayName: 'Team bucket',
      icon: 's3',
      description: 'Things',
      instructions: ({ defaultInstructions }) => `${defaultInstructions} Be brief.`,
      metadata: { region: 'here' },
      textExtensions: ['xyz'],
    })
    expect(named).toMatchObject({
      name: 'N',
      provider: 'p',
      displayName: 'Team bucket',
      icon: 's3',
      description: 'Things',
    })
    expect(named.id).toMatch(/^n-fs-/)
    expect(named.getInstructions()).toMatch(/^Team bucket: .* Be brief\.$/)
    expect(named.getInfo()).toMatchObject({ icon: 's3', metadata: { bucket: 'memory', region: 'here' } })
    expect(named.isTextFile('a.xyz')).toBe(true)
  })

  it.each([
    ['driver', {}],
    ['driver', undefined],
    ['readOnly', 'yes'],
    ['id', ''],
    ['onInit', 5],
    ['prefix', 5],
    ['color', 'red'],
  ])('refuses a wrong %s by name', (option, given) => {
    const config: unknown = { driver: new MemoryObjectStore(), [option]: given }
    expect(() => Reflect.construct(ObjectStoreFilesystem, [config])).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(option) }),
    )
  })
})

it('a mode is refused, since buckets have none, and nothing is sent', async () => {
  const { filesystem, sent } = makeBench()
  await expect(filesystem.writeFile('a', 'x', { mode: 0o600 })).rejects.toMatchObject({ code: 'EUNSUPPORTED' })
  await expect(filesystem.writeStream('a', onePiece(), { mode: 0o600 })).rejects.toMatchObject({ code: 'EUNSUPPORTED' })
  expect('setPermissions' in filesystem).toBe(false)
  expect(sent()).toEqual([])
})
