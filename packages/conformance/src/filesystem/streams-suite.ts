import { expect } from 'vitest'
import type { WorkspaceFilesystem } from '@caisson/core'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

async function collect(filesystem: WorkspaceFilesystem, path: string, range: { start?: number; end?: number } = {}) {
  const read: Buffer[] = []
  for await (const piece of (await filesystem.readStream?.(path, range)) ?? []) read.push(Buffer.from(piece))
  return Buffer.concat(read).toString()
}

async function* pieces(...given: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* given
}

/** Files as streams. */
export const streamsSuite: FilesystemSuite = {
  name: 'streams',
  cases: [
    {
      id: 'ranges',
      title: 'readStream gives the whole file or a range with both ends included',
      needs: ['streams'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', '0123456789')
        expect(await collect(filesystem, 'a')).toBe('0123456789')
        expect(await collect(filesystem, 'a', { start: 3 })).toBe('3456789')
        expect(await collect(filesystem, 'a', { end: 2 })).toBe('012')
        expect(await collect(filesystem, 'a', { start: 2, end: 2 })).toBe('2')
        expect(await collect(filesystem, 'a', { start: 8, end: 99 })).toBe('89')
        expect(await collect(filesystem, 'a', { start: 20 })).toBe('')
      },
    },
    {
      id: 'bad-range',
      title: 'a range that ends before it starts is a typed error',
      needs: ['streams'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', '0123')
        const read = async (start: number, end?: number) =>
          rejectionWith(Promise.resolve(filesystem.readStream?.('a', { start, end })), 'INVALID_ARGUMENT')
        await read(3, 1)
        await read(-1)
        await read(0.5)
      },
    },
    {
      id: 'missing',
      title: 'readStream rejects for what cannot be read, before there is a stream',
      needs: ['streams'],
      check: async (filesystem) => {
        await rejectionWith(Promise.resolve(filesystem.readStream?.('no')), 'ENOENT')
      },
    },
    {
      id: 'write',
      title: 'writeStream stores strings and bytes in order and makes parents',
      needs: ['streams'],
      check: async (filesystem) => {
        const [half, otherHalf] = ['😀'.slice(0, 1), '😀'.slice(1)]
        await filesystem.writeStream?.('d/a', pieces('é', Buffer.from([0x21]), half, otherHalf))
        expect(await readText(filesystem, 'd/a')).toBe('é!😀')
      },
    },
    {
      id: 'write-options',
      title: 'writeStream honours overwrite and expectedMtime',
      needs: ['streams'],
      check: async (filesystem) => {
        await filesystem.writeStream?.('a', pieces('1'))
        const write = async (options: { overwrite?: boolean; expectedMtime?: Date }) =>
          Promise.resolve(filesystem.writeStream?.('a', pieces('2'), options))
        await rejectionWith(write({ overwrite: false }), 'EEXIST')
        await rejectionWith(write({ expectedMtime: new Date(1000) }), 'ESTALE')
        expect(await readText(filesystem, 'a')).toBe('1')
      },
    },
    {
      id: 'failing-source',
      title: 'a source that fails rejects the write with its own error, keeps the old content and leaves nothing',
      needs: ['streams', 'atomicWrites'],
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'old')
        const failure = new TypeError('source broke')
        async function* failing(): AsyncGenerator<string> {
          yield 'new'
          throw failure
        }
        await expect(filesystem.writeStream?.('d/a', failing())).rejects.toBe(failure)
        expect(await readText(filesystem, 'd/a')).toBe('old')
        expect(namesOf(await filesystem.readdir('d'))).toEqual(['a'])
      },
    },
    {
      id: 'large',
      title: 'a large stream arrives byte for byte',
      needs: ['streams'],
      check: async (filesystem) => {
        const piece = Buffer.from(Array.from({ length: 65_537 }, (_, index) => index % 251))
        async function* many(): AsyncGenerator<Buffer> {
          for (let round = 0; round < 80; round++) yield piece
        }
        await filesystem.writeStream?.('big', many())
        expect((await filesystem.stat('big')).size).toBe(piece.length * 80)
        let offset = 0
        for await (const read of (await filesystem.readStream?.('big')) ?? []) {
          const bytes = Buffer.from(read)
          const first = bytes[0]
          expect(first).toBe((offset % piece.length) % 251)
          offset += bytes.length
        }
        expect(offset).toBe(piece.length * 80)
      },
    },
  ],
}
