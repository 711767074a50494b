import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { rejectionWith } from './rejection-with.js'

/** What is wrong is said before anything happens. */
export const errorsSuite: FilesystemSuite = {
  name: 'errors',
  cases: [
    {
      id: 'options',
      title: 'a wrong option is a typed error that names it, before anything happens',
      check: async (filesystem) => {
        const wrong: [option: string, method: 'writeFile' | 'readdir' | 'readFile', given: unknown[]][] = [
          ['encoding', 'readFile', ['a', { encoding: 'klingon' }]],
          ['encoding', 'writeFile', ['a', 'x', { encoding: 'klingon' }]],
          ['expectedMtime', 'writeFile', ['a', 'x', { expectedMtime: 'today' }]],
          ['mode', 'writeFile', ['a', 'x', { mode: 0o10000 }]],
          ['maxDepth', 'readdir', ['.', { recursive: true, maxDepth: -1 }]],
          ['content', 'writeFile', ['a', 5]],
          ['path', 'readFile', [undefined]],
        ]
        for (const [option, method, given] of wrong) {
          // As plain JavaScript could call it.
          const call: unknown = Reflect.apply(filesystem[method], filesystem, given)
          const error = await rejectionWith(Promise.resolve(call), 'INVALID_ARGUMENT')
          expect(error.message).toContain(option)
        }
        expect(namesOf(await filesystem.readdir('.'))).toEqual([])
      },
    },
    {
      id: 'path',
      title: 'errors carry the path as the caller gave it',
      check: async (filesystem) => {
        for (const method of ['readFile', 'stat', 'deleteFile'] as const) {
          expect(await rejectionWith(filesystem[method]('no/a'), 'ENOENT')).toMatchObject({ path: 'no/a' })
        }
        expect(await rejectionWith(filesystem.readdir('no/d'), 'ENOENT')).toMatchObject({ path: 'no/d' })
      },
    },
  ],
}
