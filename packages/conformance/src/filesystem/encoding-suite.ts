import { expect } from 'vitest'
import type { FileEncoding } from '@caisson/core'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { rejectionWith } from './rejection-with.js'

/** Bytes stay what they are. */
export const encodingSuite: FilesystemSuite = {
  name: 'encoding',
  cases: [
    {
      id: 'binary',
      title: '[BR-010] binary content is stored, copied and read byte for byte',
      check: async (filesystem) => {
        const bytes = Buffer.from([0xff, 0xfe, 0x00, ...Array.from({ length: 1024 }, (_, index) => index % 256)])
        await filesystem.writeFile('b.bin', bytes)
        await filesystem.copyFile('b.bin', 'c.bin')
        expect((await filesystem.stat('b.bin')).size).toBe(1027)
        for (const name of ['b.bin', 'c.bin'])
          expect(bytes.equals(Buffer.from(await filesystem.readFile(name)))).toBe(true)
      },
    },
    {
      id: 'view',
      title: 'a view into a larger buffer stores only what it shows',
      check: async (filesystem) => {
        await filesystem.writeFile('a', new Uint8Array(Buffer.from('abcdef')).subarray(2, 4))
        expect(await filesystem.readFile('a', { encoding: 'utf8' })).toBe('cd')
      },
    },
    {
      id: 'base64',
      title: '[BR-011] base64 content is decoded when written and encoded when read',
      check: async (filesystem) => {
        await filesystem.writeFile('p.bin', 'AAECAw==', { encoding: 'base64' })
        expect(await filesystem.readFile('p.bin')).toEqual(Buffer.from([0, 1, 2, 3]))
        expect(await filesystem.readFile('p.bin', { encoding: 'base64' })).toBe('AAECAw==')
      },
    },
    {
      id: 'round-trips',
      title: '[BR-011] every encoding writes what it reads',
      check: async (filesystem) => {
        const texts: Record<FileEncoding, string> = {
          'utf-8': 'é😀',
          utf8: 'é',
          base64: 'AAECAw==',
          hex: '00ff',
          latin1: 'é',
          binary: 'é',
          ascii: 'plain',
          utf16le: 'é😀',
        }
        for (const [name, text] of Object.entries(texts)) {
          const encoding = name as FileEncoding
          await filesystem.writeFile('f', text, { encoding })
          expect(await filesystem.readFile('f', { encoding })).toBe(text)
        }
      },
    },
    {
      id: 'not-in-encoding',
      title: '[BR-011] text that is not in its encoding is refused and nothing is stored',
      check: async (filesystem) => {
        await rejectionWith(filesystem.writeFile('f', 'no hex', { encoding: 'hex' }), 'INVALID_ARGUMENT')
        await rejectionWith(filesystem.writeFile('f', 'é=!', { encoding: 'base64' }), 'INVALID_ARGUMENT')
        expect(await filesystem.exists('f')).toBe(false)
      },
    },
    {
      id: 'nul',
      title: '[BR-012] NUL bytes stay, and listings of several files stay separate',
      check: async (filesystem) => {
        await filesystem.writeFile('d/n', Buffer.from([97, 0, 98]))
        await filesystem.writeFile('d/o', 'a\0b')
        await filesystem.writeFile('d/p', '')
        expect(await filesystem.readFile('d/n')).toEqual(Buffer.from([97, 0, 98]))
        expect((await filesystem.stat('d/o')).size).toBe(3)
        expect(namesOf(await filesystem.readdir('d'))).toEqual(['n', 'o', 'p'])
      },
    },
    {
      id: 'large',
      title: '[BR-153] contents of 127 KiB, 129 KiB, 1 MiB and 20 MiB are stored exactly',
      check: async (filesystem) => {
        for (const size of [127 * 1024, 129 * 1024, 1024 ** 2, 20 * 1024 ** 2]) {
          const content = Buffer.alloc(size, `'"$\`\\\n\0\xff`, 'latin1')
          await filesystem.writeFile('big', content)
          const isSame = content.equals(Buffer.from(await filesystem.readFile('big')))
          expect({ size, isSame }).toEqual({ size, isSame: true })
        }
      },
    },
  ],
}
