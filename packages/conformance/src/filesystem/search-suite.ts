import { grepFilesystem, walkFilesystem } from '@caisson/core/driver'
import type { FilesystemGrepOptions, WalkOptions, WorkspaceFilesystem } from '@caisson/core'
import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { rejectionWith } from './rejection-with.js'

const walk = async (filesystem: WorkspaceFilesystem, path: string, options: WalkOptions = {}): Promise<string[]> => {
  const entries = await (filesystem.walk?.(path, options) ?? walkFilesystem(filesystem, path, options))
  return entries.map((entry) => entry.path).toSorted()
}

const grep = async (filesystem: WorkspaceFilesystem, options: FilesystemGrepOptions) => {
  const results = await (filesystem.grep?.(options) ?? grepFilesystem(filesystem, options))
  return results
    .map(({ path, matches }) => ({ path: path.replace(/^\//, ''), matches }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

async function makeTree(filesystem: WorkspaceFilesystem): Promise<void> {
  const files = {
    'src/a.ts': 'one\nTwo two\r\nthree\n',
    'src/deep/b.ts': 'two',
    Dockerfile: 'FROM two',
    '.env': 'two',
    '.git/config': 'two',
    'yarn.lock': 'two',
    unknown: 'two',
  }
  for (const [path, content] of Object.entries(files)) await filesystem.writeFile(path, content)
  await filesystem.writeFile('image.png', 'two')
  await filesystem.writeFile('binary', Buffer.from('two\0two'))
}

/** Walking and searching trees. */
export const searchSuite: FilesystemSuite = {
  name: 'search',
  cases: [
    {
      id: 'walk',
      title: 'walk gives paths relative to where it starts, without hidden names',
      check: async (filesystem) => {
        await makeTree(filesystem)
        expect(await walk(filesystem, 'src')).toEqual(['a.ts', 'deep', 'deep/b.ts'])
        expect(await walk(filesystem, '.')).not.toContain('.env')
        expect(await walk(filesystem, '.', { includeHidden: true })).toContain('.git/config')
      },
    },
    {
      id: 'walk-depth',
      title: 'walk ends at maxDepth; entries of the root are depth 1',
      check: async (filesystem) => {
        await makeTree(filesystem)
        expect(await walk(filesystem, 'src', { maxDepth: 1 })).toEqual(['a.ts', 'deep'])
        await rejectionWith(walk(filesystem, 'src', { maxDepth: -1 }), 'INVALID_ARGUMENT')
      },
    },
    {
      id: 'walk-missing',
      title: 'walk of something missing is ENOENT, of a file ENOTDIR',
      check: async (filesystem) => {
        await filesystem.writeFile('f', 'x')
        await rejectionWith(walk(filesystem, 'no'), 'ENOENT')
        await rejectionWith(walk(filesystem, 'f'), 'ENOTDIR')
      },
    },
    {
      id: 'grep',
      title: 'grep finds text in files known by name and by content, not in binary ones and never in .git',
      check: async (filesystem) => {
        await makeTree(filesystem)
        const found = await grep(filesystem, { pattern: 'two', path: '.' })
        expect(found.map(({ path }) => path)).toEqual([
          'Dockerfile',
          'src/a.ts',
          'src/deep/b.ts',
          'unknown',
          'yarn.lock',
        ])
        const hidden = await grep(filesystem, { pattern: 'two', path: '.', includeHidden: true })
        expect(hidden.map(({ path }) => path)).toContain('.env')
        expect(hidden.map(({ path }) => path)).not.toContain('.git/config')
      },
    },
    {
      id: 'grep-match',
      title: 'a match has its line from 1, its column from 0, its text without line ends, and lines around it',
      check: async (filesystem) => {
        await makeTree(filesystem)
        const found = await grep(filesystem, { pattern: 't(wo)', path: 'src/a.ts', contextLines: 1 })
        expect(found).toEqual([
          { path: 'src/a.ts', matches: [{ line: 2, column: 4, text: 'Two two', before: ['one'], after: ['three'] }] },
        ])
        const any = await grep(filesystem, { pattern: 'TWO', path: 'src', caseSensitive: false })
        expect(any.flatMap(({ matches }) => matches.map(({ column }) => column))).toEqual([0, 0])
      },
    },
    {
      id: 'grep-caps',
      title: 'grep stops at maxCountPerFile and maxTotalMatches',
      check: async (filesystem) => {
        for (const name of ['a', 'b', 'c']) await filesystem.writeFile(`${name}.txt`, 'x\nx\nx\n')
        const count = async (limits: Partial<FilesystemGrepOptions>) => {
          const found = await grep(filesystem, { pattern: 'x', path: '.', ...limits })
          return found.map(({ matches }) => matches.length)
        }
        expect(await count({})).toEqual([3, 3, 3])
        expect(await count({ maxCountPerFile: 2 })).toEqual([2, 2, 2])
        expect(await count({ maxTotalMatches: 4 })).toEqual([3, 1])
      },
    },
    {
      id: 'grep-pattern',
      title: 'grep refuses what is no regular expression, and what is missing',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        await rejectionWith(grep(filesystem, { pattern: '(', path: '.' }), 'EUNSUPPORTED_PATTERN')
        await rejectionWith(grep(filesystem, { pattern: 'x', path: 'no' }), 'ENOENT')
      },
    },
    {
      id: 'grep-runaway',
      title: 'a pattern that runs away is given up and does not stop the process',
      check: async (filesystem) => {
        await filesystem.writeFile('a.txt', `${'a'.repeat(50)}!`)
        let ticks = 0
        const timer = setInterval(() => ticks++, 20)
        await rejectionWith(grep(filesystem, { pattern: '^(a+)+$', path: '.' }), 'EUNSUPPORTED_PATTERN')
        clearInterval(timer)
        expect(ticks).toBeGreaterThan(10)
      },
    },
  ],
}
