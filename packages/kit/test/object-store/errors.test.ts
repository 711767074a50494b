import { FilesystemError, PermissionError } from '@caisson/core'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ObjectStoreError, type ObjectErrorKind } from '../../src/object-store.js'
import { fill, makeBench } from './support/bench.js'

const codes: Record<Exclude<ObjectErrorKind, 'exists' | 'changed' | 'conflict' | 'range' | 'missing'>, string> = {
  noBucket: 'ENOTREADY',
  denied: 'EACCES',
  unauthenticated: 'EACCES',
  invalid: 'EINVAL',
  rateLimited: 'EIO',
  unavailable: 'EIO',
  aborted: 'EIO',
  unknown: 'EIO',
}
const kinds = Object.entries(codes) as [ObjectErrorKind, string][]

describe.each(kinds)('[BR-149] what a store calls %s', (kind, code) => {
  it(`is ${code} for every operation, and never "no such file"`, async () => {
    const bench = makeBench()
    const { filesystem } = bench
    const failure = new ObjectStoreError('signed with SECRET', kind)
    bench.fail = () => failure
    const calls = {
      readFile: async () => filesystem.readFile('a'),
      readStream: async () => filesystem.readStream('a'),
      stat: async () => filesystem.stat('a'),
      exists: async () => filesystem.exists('a'),
      'exists of the root': async () => filesystem.exists('/'),
      readdir: async () => filesystem.readdir('a'),
      walk: async () => filesystem.walk('/'),
      writeFile: async () => filesystem.writeFile('a', 'x'),
      appendFile: async () => filesystem.appendFile('a', 'x'),
      deleteFile: async () => filesystem.deleteFile('a', { force: true }),
      rmdir: async () => filesystem.rmdir('a', { force: true, recursive: true }),
      mkdir: async () => filesystem.mkdir('a'),
      copyFile: async () => filesystem.copyFile('a', 'b'),
      moveFile: async () => filesystem.moveFile('a', 'b'),
    }
    for (const call of Object.values(calls)) {
      const error: unknown = await call().then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(FilesystemError.isInstance(error)).toBe(true)
      expect(error).toMatchObject({ code, cause: failure })
      expect(String(error)).not.toContain('SECRET')
    }
    expect(bench.store.keys).toEqual([])
  })
})

it('a refusal names the operation and sets the status until something is accepted', async () => {
  const bench = makeBench()
  const { filesystem } = bench
  await fill(bench.store, { open: 'x', closed: 'y' })
  bench.fail = ({ key }) => (key === 'closed' ? new ObjectStoreError('403', 'denied') : undefined)
  const error: unknown = await filesystem.readFile('closed').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PermissionError)
  expect(filesystem).toMatchObject({ status: 'error', error: expect.stringContaining('readFile') })
  expect(filesystem.getInfo()).toMatchObject({ status: 'error', error: filesystem.error })
  expect(await filesystem.readFile('open', { encoding: 'utf8' })).toBe('x')
  expect(filesystem).toMatchObject({ status: 'ready', error: undefined })
})

it('a failure that passes by itself leaves the status', async () => {
  const bench = makeBench()
  bench.fail = () => new ObjectStoreError('503', 'unavailable')
  await expect(bench.filesystem.stat('a')).rejects.toMatchObject({ code: 'EIO' })
  expect(bench.filesystem.status).toBe('ready')
})

it('no write is repeated, whatever it failed with', async () => {
  for (const kind of ['unavailable', 'rateLimited', 'unknown', 'aborted'] as const) {
    const bench = makeBench()
    bench.fail = ({ operation }) => (operation === 'put' ? new ObjectStoreError(kind, kind) : undefined)
    await expect(bench.filesystem.writeFile('a', 'x')).rejects.toMatchObject({ code: 'EIO' })
    await expect(bench.filesystem.writeFile('a', 'x', { overwrite: false })).rejects.toMatchObject({ code: 'EIO' })
    expect(bench.sent()).toEqual(['put a', 'put a'])
  }
})

it('errors of the driver that are none of the vendor are classified by it', async () => {
  const bench = makeBench()
  bench.fail = () => Object.assign(new TypeError('a mistake'), { secret: 'x' })
  await expect(bench.filesystem.stat('a')).rejects.toMatchObject({ code: 'EIO', cause: expect.any(TypeError) })
})

it('what is told of a filesystem holds nothing of the driver', () => {
  const { filesystem } = makeBench({ prefix: 'p', readOnly: true })
  const { status, readOnly, metadata } = filesystem.getInfo()
  expect({ status, readOnly, metadata }).toEqual({
    status: 'pending',
    readOnly: true,
    metadata: { bucket: 'memory', prefix: 'p' },
  })
  expect(filesystem.getInstructions()).toContain('"p" in the bucket "memory"')
  expect(filesystem.getInstructions()).toContain('Nothing can be changed')
  expect(inspect(filesystem.getInfo())).not.toContain('MemoryObjectStore')
})
