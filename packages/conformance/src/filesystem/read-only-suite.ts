import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

async function* oneByte(): AsyncGenerator<string> {
  yield 'x'
}

/** Filesystems that refuse changes. */
export const readOnlySuite: FilesystemSuite = {
  name: 'read-only',
  cases: [
    {
      id: 'refuses',
      title: 'a read-only filesystem says so and refuses every change',
      isReadOnly: true,
      check: async (filesystem) => {
        expect(filesystem.readOnly).toBe(true)
        const calls = [
          filesystem.writeFile('a', 'x'),
          filesystem.appendFile('kept', 'x'),
          filesystem.deleteFile('kept'),
          filesystem.deleteFile('none', { force: true }),
          filesystem.copyFile('kept', 'a'),
          filesystem.moveFile('kept', 'a'),
          filesystem.mkdir('d'),
          filesystem.rmdir('d', { force: true }),
          ...(filesystem.writeStream ? [filesystem.writeStream('a', oneByte())] : []),
          ...(filesystem.setPermissions ? [filesystem.setPermissions('kept', 0o600)] : []),
        ]
        const outcomes = await Promise.allSettled(calls)
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({
            status: 'rejected',
            reason: { code: expect.stringMatching(/^(READ_ONLY|EACCES|EUNSUPPORTED)$/) },
          })
        }
        expect(namesOf(await filesystem.readdir('.'))).toEqual(['kept'])
      },
    },
    {
      id: 'reads',
      title: 'a read-only filesystem can be read',
      isReadOnly: true,
      check: async (filesystem) => {
        expect(await readText(filesystem, 'kept')).toBe('kept')
        expect(await filesystem.exists('kept')).toBe(true)
        expect((await filesystem.stat('kept')).size).toBe(4)
        await rejectionWith(filesystem.readFile('none'), 'ENOENT')
      },
    },
  ],
}
