import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** Writing whole files. */
export const writeSuite: FilesystemSuite = {
  name: 'write',
  cases: [
    {
      id: 'parents',
      title: 'writeFile makes missing parents unless recursive is false',
      check: async (filesystem) => {
        await filesystem.writeFile('a/b/c.txt', 'x')
        expect(await readText(filesystem, 'a/b/c.txt')).toBe('x')
        await rejectionWith(filesystem.writeFile('n/o.txt', 'x', { recursive: false }), 'ENOENT')
        expect(await filesystem.exists('n')).toBe(false)
      },
    },
    {
      id: 'replace',
      title: 'writeFile replaces the whole content',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'long content')
        await filesystem.writeFile('a', 'short')
        expect(await readText(filesystem, 'a')).toBe('short')
      },
    },
    {
      id: 'no-overwrite',
      title: 'overwrite: false fails with EEXIST and leaves the file as it was',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'old', { overwrite: false })
        await rejectionWith(filesystem.writeFile('a', 'new', { overwrite: false }), 'EEXIST')
        expect(await readText(filesystem, 'a')).toBe('old')
      },
    },
    {
      id: 'one-winner',
      title: 'of many writers with overwrite: false exactly one wins, with its whole content',
      needs: ['exclusiveCreate'],
      check: async (filesystem) => {
        const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(100_000))
        const outcomes = await Promise.allSettled(
          contents.map(async (content) => filesystem.writeFile('a', content, { overwrite: false })),
        )
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
        expect(await readText(filesystem, 'a')).toBe(contents[winner])
      },
    },
    {
      id: 'whole-content',
      title: 'a reader during writes sees one whole content or another',
      needs: ['atomicWrites'],
      check: async (filesystem) => {
        const contents = ['a', 'b'].map((letter) => letter.repeat(300_000))
        await filesystem.writeFile('f', contents[0] ?? '')
        const writing = (async () => {
          for (let round = 0; round < 20; round++) await filesystem.writeFile('f', contents[round % 2] ?? '')
        })()
        try {
          for (let round = 0; round < 20; round++) expect(contents).toContain(await readText(filesystem, 'f'))
        } finally {
          await writing
        }
      },
    },
    {
      id: 'nothing-left',
      title: 'writes leave nothing beside the file, also when they fail',
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'x')
        await filesystem.writeFile('d/a', 'y')
        await rejectionWith(filesystem.writeFile('d/a', 'z', { overwrite: false }), 'EEXIST')
        await rejectionWith(filesystem.writeFile('d/a', 'z', { expectedMtime: new Date(1000) }), 'ESTALE')
        expect(namesOf(await filesystem.readdir('d'))).toEqual(['a'])
      },
    },
    {
      id: 'stale',
      title: '[BR-150] a wrong expectedMtime fails with ESTALE and changes nothing; the right one works',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'old')
        const { modifiedAt } = await filesystem.stat('a')
        const wrong = new Date(modifiedAt.getTime() - 60_000)
        const error = await rejectionWith(filesystem.writeFile('a', 'new', { expectedMtime: wrong }), 'ESTALE')
        expect(error).toMatchObject({ expectedMtime: wrong, actualMtime: modifiedAt })
        expect(await readText(filesystem, 'a')).toBe('old')
        await filesystem.writeFile('a', 'new', { expectedMtime: new Date(modifiedAt) })
        expect(await readText(filesystem, 'a')).toBe('new')
      },
    },
    {
      id: 'stale-at-once',
      title: '[BR-150] a change right after the last one is noticed by expectedMtime',
      needs: ['preciseTimes'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', '0')
        for (let round = 1; round <= 10; round++) {
          const { modifiedAt } = await filesystem.stat('a')
          await filesystem.writeFile('a', `other ${round}`)
          await rejectionWith(filesystem.writeFile('a', 'mine', { expectedMtime: modifiedAt }), 'ESTALE')
        }
      },
    },
    {
      id: 'stale-missing',
      title: '[BR-150] expectedMtime says nothing about a file that does not exist',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x', { expectedMtime: new Date(0) })
        expect(await readText(filesystem, 'a')).toBe('x')
      },
    },
    {
      id: 'mode',
      title: 'mode is set on a new file, and an existing file keeps its own',
      needs: ['modes'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x', { mode: 0o640 })
        expect((await filesystem.stat('a')).mode).toBe(0o640)
        await filesystem.writeFile('a', 'y')
        expect((await filesystem.stat('a')).mode).toBe(0o640)
        await filesystem.writeFile('a', 'z', { mode: 0o755 })
        expect((await filesystem.stat('a')).mode).toBe(0o755)
      },
    },
    {
      id: 'onto-directory',
      title: 'writeFile onto a directory is EISDIR',
      needs: ['strictTree'],
      check: async (filesystem) => {
        await filesystem.mkdir('d')
        await rejectionWith(filesystem.writeFile('d', 'x'), 'EISDIR')
      },
    },
    {
      id: 'below-file',
      title: 'writeFile below a file is ENOTDIR',
      needs: ['strictTree'],
      check: async (filesystem) => {
        await filesystem.writeFile('f', 'x')
        await rejectionWith(filesystem.writeFile('f/x', 'y'), 'ENOTDIR')
      },
    },
    {
      id: 'below-file-not-recursive',
      title: 'writeFile and mkdir below a file with recursive: false are ENOTDIR',
      check: async (filesystem) => {
        await filesystem.writeFile('f', 'x')
        await rejectionWith(filesystem.writeFile('f/x', 'y', { recursive: false }), 'ENOTDIR')
        await rejectionWith(filesystem.mkdir('f/d', { recursive: false }), 'ENOTDIR')
        expect(namesOf(await filesystem.readdir('.'))).toEqual(['f'])
      },
    },
    {
      id: 'through-link',
      title: 'writeFile to a link inside changes what it points at, and the link stays',
      needs: ['symlinks'],
      check: async (filesystem, { makeLink }) => {
        await filesystem.writeFile('real', 'old')
        await makeLink?.('real', 'link')
        await filesystem.writeFile('link', 'new')
        expect(await readText(filesystem, 'real')).toBe('new')
        expect((await filesystem.readdir('.')).find(({ name }) => name === 'link')?.isSymlink).toBe(true)
      },
    },
  ],
}
