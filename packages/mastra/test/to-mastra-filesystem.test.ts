import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as caisson from '@caisson/core'
import { toMastraFilesystem } from '@caisson/mastra'
import * as mastra from '@mastra/core/workspace'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { temporaryDirectory } from './support/temporary-directory.js'

async function local(options: Partial<caisson.LocalFilesystemOptions> = {}): Promise<caisson.LocalFilesystem> {
  return new caisson.LocalFilesystem({ basePath: await temporaryDirectory(), ...options })
}

/** A filesystem whose every read fails in one way. */
async function failing(error: unknown): Promise<caisson.LocalFilesystem> {
  const readFile = async (): Promise<never> => {
    throw error
  }
  return Object.assign(await local(), { readFile })
}

/** What a call rejects with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    return error
  }
}

const [expectedMtime, actualMtime] = [new Date(1000), new Date(2000)]
const path = 'a'

type Translation = [caisson.FilesystemError | caisson.WorkspaceError, new (...args: never[]) => Error, object]

const translations: readonly Translation[] = [
  [new caisson.FileNotFoundError(path), mastra.FileNotFoundError, { path }],
  // What was to be read is a file, whatever the store thinks is missing.
  [new caisson.DirectoryNotFoundError(path), mastra.FileNotFoundError, { path }],
  [new caisson.FileExistsError(path), mastra.FileExistsError, { path }],
  [new caisson.IsDirectoryError(path), mastra.IsDirectoryError, { path }],
  [new caisson.NotDirectoryError(path), mastra.NotDirectoryError, { path }],
  [new caisson.DirectoryNotEmptyError(path), mastra.DirectoryNotEmptyError, { path }],
  [new caisson.PermissionError(path, 'peek at'), mastra.PermissionError, { path, operation: 'peek at' }],
  [new caisson.FileReadRequiredError(path, 'never read'), mastra.FileReadRequiredError, { path }],
  [new caisson.StaleFileError(path, expectedMtime, actualMtime), mastra.StaleFileError, { expectedMtime, actualMtime }],
  [new caisson.FilesystemNotReadyError('id'), mastra.FilesystemNotReadyError, { path: 'id' }],
  [new caisson.UnsupportedGrepPatternError('(', 'open'), mastra.UnsupportedGrepPatternError, { path: '(' }],
  [new caisson.WorkspaceReadOnlyError('peek'), mastra.WorkspaceReadOnlyError, {}],
  [new caisson.FilesystemError('No space left', 'ENOSPC', path), mastra.FilesystemError, { path }],
  [new caisson.FilesystemAbortError(path, 'readFile'), mastra.FilesystemError, { path }],
]

describe('errors of an adapted filesystem', () => {
  it.each(translations)('are of the class of Mastra: %s', async (error, type, facts) => {
    const caught = await failureOf(toMastraFilesystem(await failing(error)).readFile(path))
    expect(caught).toBeInstanceOf(type)
    expect(caught).toMatchObject({ ...facts, code: error.code, message: error.message, cause: error })
  })

  it('name a directory where one was wanted', async () => {
    const filesystem = toMastraFilesystem(await local())
    await expect(filesystem.readdir('missing')).rejects.toBeInstanceOf(mastra.DirectoryNotFoundError)
    await expect(filesystem.walk?.('missing')).rejects.toBeInstanceOf(mastra.DirectoryNotFoundError)
    await expect(filesystem.stat('missing')).rejects.toBeInstanceOf(mastra.FileNotFoundError)
  })

  it('are translated also when they come from the system itself', async () => {
    const error = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', errno: -2 })
    const caught = toMastraFilesystem(await failing(error)).readFile('a')
    await expect(caught).rejects.toBeInstanceOf(mastra.FileNotFoundError)
    await expect(caught).rejects.toMatchObject({ path: 'a' })
  })

  it('stay what they are where Mastra has nothing to say about them', async () => {
    const errors = [
      new caisson.SandboxError('The machine is gone', 'GONE'),
      // A code that an error about a file may carry as well.
      new caisson.SandboxAbortError('start'),
      new TypeError('odd'),
      'text',
      undefined,
    ]
    for (const error of errors) {
      expect(await failureOf(toMastraFilesystem(await failing(error)).readFile(path))).toBe(error)
    }
  })

  it('are of the classes that were given, and of no others', async () => {
    class FileNotFoundError extends mastra.FileNotFoundError {}
    const filesystem = toMastraFilesystem(await local(), { FileNotFoundError })
    await expect(filesystem.readFile('missing')).rejects.toBeInstanceOf(FileNotFoundError)
    await expect(filesystem.readdir('missing')).rejects.toBeInstanceOf(FileNotFoundError)
    await filesystem.mkdir('directory')
    await expect(filesystem.readFile('directory')).rejects.toBeInstanceOf(caisson.IsDirectoryError)
  })

  it('may be given as the whole module', async () => {
    const filesystem = toMastraFilesystem(await local(), mastra)
    await expect(filesystem.readFile('missing')).rejects.toBeInstanceOf(mastra.FileNotFoundError)
  })
})

describe('an adapted filesystem', () => {
  it('streams in both directions, and translates what fails on the way', async () => {
    const filesystem = toMastraFilesystem(await local())
    await filesystem.writeStream(
      'a.txt',
      (async function* () {
        yield 'hello '
        yield Buffer.from('world')
      })(),
    )
    expect(await text(await filesystem.readStream('a.txt', { start: 6 }))).toBe('world')
    await expect(filesystem.readStream('missing')).rejects.toBeInstanceOf(mastra.FileNotFoundError)
  })

  it('translates an error that a stream ends with', async () => {
    const source = await local()
    await writeFile(join(source.basePath, 'a.txt'), 'x'.repeat(200_000))
    const { readStream } = source
    const filesystem = toMastraFilesystem(
      Object.assign(source, {
        readStream: async (name: string) => {
          const stream = await readStream.call(source, name)
          stream.once('data', () => stream.destroy(new caisson.FileNotFoundError(name)))
          return stream
        },
      }),
    )
    await expect(text(await filesystem.readStream('a.txt'))).rejects.toBeInstanceOf(mastra.FileNotFoundError)
  })

  it('lets go of the file when its stream is given up', async () => {
    const source = await local()
    await writeFile(join(source.basePath, 'a.txt'), 'x'.repeat(2_000_000))
    const opened: { destroyed: boolean }[] = []
    const { readStream } = source
    const watched = Object.assign(source, {
      readStream: async (name: string) => {
        const stream = await readStream.call(source, name)
        opened.push(stream)
        return stream
      },
    })
    const stream = await toMastraFilesystem(watched).readStream('a.txt')
    for await (const chunk of stream) {
      expect(chunk).toBeInstanceOf(Buffer)
      break
    }
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('gives paths of matches relative to the searched directory', async () => {
    const filesystem = toMastraFilesystem(await local())
    await filesystem.writeFile('src/deep/a.ts', 'needle')
    await filesystem.writeFile('src2/a.ts', 'needle')
    const options = { pattern: 'needle', caseSensitive: true, includeHidden: false }
    const paths = async (root: string): Promise<unknown> =>
      (await filesystem.grep?.({ ...options, path: root }))?.map((result) => result.path)
    expect(await paths('src')).toEqual(['deep/a.ts'])
    expect(await paths('./src/')).toEqual(['deep/a.ts'])
    expect(await paths('.')).toEqual(['src/deep/a.ts', 'src2/a.ts'])
    expect(await paths(join(filesystem.basePath ?? '', 'src'))).toEqual(['deep/a.ts'])
  })

  it('reads in every encoding of Node', async () => {
    const filesystem = toMastraFilesystem(await local())
    await filesystem.writeFile('a', Buffer.from([0xfb, 0xff, 0x68, 0x00]))
    const encodings: BufferEncoding[] = ['utf8', 'base64', 'base64url', 'hex', 'latin1', 'ucs2', 'utf-16le', 'ascii']
    for (const encoding of encodings) {
      expect(await filesystem.readFile('a', { encoding })).toBe(
        Buffer.from([0xfb, 0xff, 0x68, 0x00]).toString(encoding),
      )
    }
    expect(await filesystem.readFile('a')).toEqual(Buffer.from([0xfb, 0xff, 0x68, 0x00]))
    const wrong = filesystem.readFile('a', { encoding: 'klingon' as BufferEncoding })
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('is the filesystem in all else: state, private members, classes, mounting', async () => {
    const source = await local({ id: 'files', readOnly: true })
    const mounter = {}
    const filesystem = toMastraFilesystem(Object.assign(source, { createMounter: () => mounter }))
    expect(filesystem).toBeInstanceOf(caisson.LocalFilesystem)
    expect(filesystem).toMatchObject({ id: 'files', provider: 'local', readOnly: true, basePath: source.basePath })
    expect('createMounter' in filesystem && filesystem.createMounter()).toBe(mounter)
    expect(filesystem.getMountConfig?.()).toEqual({ type: 'local', basePath: source.basePath })
    expect(await filesystem.getInfo?.()).toEqual(source.getInfo())
    filesystem.setAllowedPaths(['..'])
    expect(source.allowedPaths).toHaveLength(1)
    await expect(filesystem.writeFile('a', '')).rejects.toBeInstanceOf(mastra.WorkspaceReadOnlyError)
    await filesystem.init?.()
    expect([filesystem.status, source.status]).toEqual(['ready', 'ready'])
  })

  it('has no member that the filesystem does not have', async () => {
    const source = await local()
    const filesystem = toMastraFilesystem(Object.assign(Object.create(source) as typeof source, { grep: undefined }))
    expect(filesystem.grep).toBeUndefined()
    expect('then' in filesystem).toBe(false)
    expect(filesystem.readFile).toBe(filesystem.readFile)
  })

  it('is the same object each time, also for itself', async () => {
    const source = await local()
    const filesystem = toMastraFilesystem(source)
    expect(toMastraFilesystem(source)).toBe(filesystem)
    expect(toMastraFilesystem(await local())).not.toBe(filesystem)
    expectTypeOf(filesystem).toExtend<mastra.WorkspaceFilesystem>()
    expectTypeOf(filesystem.setAllowedPaths).toEqualTypeOf(source.setAllowedPaths)
  })

  it('may be frozen', async () => {
    const source = await local()
    const frozen = Object.freeze({ ...filesystemOf(source) })
    await expect(toMastraFilesystem(frozen).readFile('missing')).rejects.toBeInstanceOf(mastra.FileNotFoundError)
  })

  it('cannot be made of nothing', () => {
    for (const value of [undefined, null, 'path']) {
      expect(() => toMastraFilesystem(value as never)).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('filesystem') }),
      )
    }
  })
})

/** A filesystem that is no instance of any class. */
function filesystemOf(source: caisson.LocalFilesystem): caisson.WorkspaceFilesystem {
  const unused = async (): Promise<never> => {
    throw new TypeError('not in this test')
  }
  return {
    id: 'plain',
    name: 'Plain',
    provider: 'plain',
    status: 'ready',
    readFile: async (name) => source.readFile(name),
    writeFile: unused,
    appendFile: unused,
    deleteFile: unused,
    copyFile: unused,
    moveFile: unused,
    mkdir: unused,
    rmdir: unused,
    readdir: unused,
    exists: unused,
    stat: unused,
  }
}
