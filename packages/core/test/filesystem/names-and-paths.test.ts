import { describe, expect, it } from 'vitest'
import {
  encodePieces,
  hasExtension,
  isTextFileName,
  joinPath,
  looksLikeText,
  mimeTypeOf,
  normalizePath,
  relativePath,
} from '../../src/filesystem/authors.js'

describe('names and paths', () => {
  it('normalizePath has one spelling for each path and none for what is above the root', () => {
    const spellings = ['a/b', '/a/b', './a//b/', 'a/./b', 'x/../a/b']
    expect(new Set(spellings.map((path) => normalizePath(path)))).toEqual(new Set(['/a/b']))
    expect(['', '.', '/', 'a/..'].map((path) => normalizePath(path))).toEqual(['/', '/', '/', '/'])
    expect(normalizePath('a/../../b')).toBeUndefined()
    expect(normalizePath('..a/...')).toBe('/..a/...')
  })

  it('relativePath looks at whole segments', () => {
    expect(relativePath('/a', '/a/b/c')).toBe('b/c')
    expect(relativePath('/a', '/a')).toBe('')
    expect(relativePath('/', '/a')).toBe('a')
    expect(relativePath('/a', '/ab')).toBeUndefined()
  })

  it('joinPath drops what says nothing', () => {
    expect(joinPath('a', '', '.', 'b')).toBe('a/b')
    expect(joinPath('/', 'a/')).toBe('/a/')
    expect(joinPath('', '.')).toBe('')
  })

  it('isTextFileName knows names, extensions and suffixes of names', () => {
    const text = [
      'Dockerfile',
      'Makefile',
      'a.cs',
      'x.cjs',
      'yarn.lock',
      '.env.local',
      'Dockerfile.dev',
      'd/a.TS',
      'LICENSE',
    ]
    const other = ['a.png', 'archive.tar.gz', 'unknown', 'Dockerfile.zip', 'a.wasm']
    expect(text.filter((name) => !isTextFileName(name))).toEqual([])
    expect(other.filter((name) => isTextFileName(name))).toEqual([])
  })

  it('looksLikeText goes by content', () => {
    expect(looksLikeText(Buffer.from('é text'))).toBe(true)
    expect(looksLikeText(Buffer.from([0x7f, 0x45, 0, 1]))).toBe(false)
    expect(looksLikeText(Buffer.from('\ufeffwide', 'utf16le'))).toBe(true)
  })

  it('mimeTypeOf and hasExtension do not mind case; a leading dot starts no extension', () => {
    expect(['a.JSON', 'a.unknown', '.json', 'x/y.svg'].map((name) => mimeTypeOf(name))).toEqual([
      'application/json',
      'application/octet-stream',
      'application/octet-stream',
      'image/svg+xml',
    ])
    expect(hasExtension('a.D.ts', new Set(['.d.ts']))).toBe(true)
    expect(hasExtension('.ts', new Set(['.ts']))).toBe(false)
  })

  it('encodePieces keeps a character that is cut between two strings, and gives half a one as it is', async () => {
    async function* pieces(...given: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
      yield* given
    }
    const encode = async (...given: (string | Uint8Array)[]) => {
      const encoded: Buffer[] = []
      for await (const piece of encodePieces(pieces(...given))) encoded.push(piece)
      return Buffer.concat(encoded).toString('hex')
    }
    expect(await encode('a\ud83d', '\ude00')).toBe(Buffer.from('a😀').toString('hex'))
    expect(await encode('\ud83d', Buffer.from('x'))).toBe('efbfbd78')
    expect(await encode('a\ud83d')).toBe('61efbfbd')
  })
})
