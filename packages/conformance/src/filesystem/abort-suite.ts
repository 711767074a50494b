import { grepFilesystem, walkFilesystem } from '@caisson/core/driver'
import { expect } from 'vitest'
import type { FilesystemSuite } from './filesystem-case.js'
import { namesOf } from './names-of.js'
import { readText } from './read-text.js'
import { rejectionWith } from './rejection-with.js'

/** What an abort error is judged by. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? { code: error.code, cause: error.cause } : error
}

/** Giving a call up. */
export const abortSuite: FilesystemSuite = {
  name: 'abort',
  cases: [
    {
      id: 'before',
      title: 'a signal that is aborted already makes every method reject with its reason and do nothing',
      check: async (filesystem) => {
        await filesystem.writeFile('a', 'x')
        const reason = new TypeError('changed my mind')
        const abortSignal = AbortSignal.abort(reason)
        const search = { pattern: 'x', path: '.', abortSignal }
        const calls: Record<string, Promise<unknown>> = {
          readFile: filesystem.readFile('a', { abortSignal }),
          writeFile: filesystem.writeFile('b', 'x', { abortSignal }),
          appendFile: filesystem.appendFile('a', 'x', { abortSignal }),
          deleteFile: filesystem.deleteFile('a', { abortSignal }),
          copyFile: filesystem.copyFile('a', 'c', { abortSignal }),
          moveFile: filesystem.moveFile('a', 'd', { abortSignal }),
          mkdir: filesystem.mkdir('e', { abortSignal }),
          rmdir: filesystem.rmdir('e', { abortSignal, force: true }),
          readdir: filesystem.readdir('.', { abortSignal }),
          exists: filesystem.exists('a', { abortSignal }),
          stat: filesystem.stat('a', { abortSignal }),
          walk: filesystem.walk?.('.', { abortSignal }) ?? walkFilesystem(filesystem, '.', { abortSignal }),
          grep: filesystem.grep?.(search) ?? grepFilesystem(filesystem, search),
        }
        const outcomes = await Promise.allSettled(Object.values(calls))
        const found = outcomes.map((outcome) => (outcome.status === 'rejected' ? reasonOf(outcome.reason) : 'done'))
        expect(Object.fromEntries(Object.keys(calls).map((method, index) => [method, found[index]]))).toEqual(
          Object.fromEntries(Object.keys(calls).map((method) => [method, { code: 'ABORTED', cause: reason }])),
        )
        expect(namesOf(await filesystem.readdir('.'))).toEqual(['a'])
        expect(await readText(filesystem, 'a')).toBe('x')
      },
    },
    {
      id: 'during-write',
      title: 'an aborted writeStream keeps the old content and leaves nothing, even while its source hangs',
      needs: ['streams', 'atomicWrites'],
      check: async (filesystem) => {
        await filesystem.writeFile('d/a', 'old')
        const controller = new AbortController()
        let isEnded = false
        async function* hanging(): AsyncGenerator<string> {
          try {
            yield 'new'
            setTimeout(() => controller.abort('enough'), 20)
            await new Promise((resolve) => setTimeout(resolve, 200))
          } finally {
            isEnded = true
          }
        }
        const write = filesystem.writeStream?.('d/a', hanging(), { abortSignal: controller.signal })
        const error = await rejectionWith(write ?? Promise.resolve(), 'ABORTED')
        expect(error.cause).toBe('enough')
        expect(await readText(filesystem, 'd/a')).toBe('old')
        expect(namesOf(await filesystem.readdir('d'))).toEqual(['a'])
        await new Promise((resolve) => setTimeout(resolve, 250))
        expect(isEnded).toBe(true)
      },
    },
    {
      id: 'during-read',
      title: 'an aborted readStream ends with the abort error',
      needs: ['streams'],
      check: async (filesystem) => {
        await filesystem.writeFile('a', Buffer.alloc(4 * 1024 * 1024))
        const controller = new AbortController()
        const stream = await filesystem.readStream?.('a', { abortSignal: controller.signal })
        const reading = (async () => {
          for await (const piece of stream ?? []) if (piece) controller.abort(new TypeError('enough'))
        })()
        await rejectionWith(reading, 'ABORTED')
      },
    },
  ],
}
