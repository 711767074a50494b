import type { Sandbox } from 'e2b'
import { guardCalls, reading } from '@caisson/kit/http'
import { limited } from './limited.js'

type Files = Sandbox['files']

/** Calls whose time does not depend on how much is read or written. */
const shortCalls: ReadonlySet<PropertyKey> = new Set<keyof Files>([
  'exists',
  'getInfo',
  'list',
  'makeDir',
  'remove',
  'rename',
])

/** Calls that change nothing. */
const readingCalls: ReadonlySet<PropertyKey> = new Set<keyof Files>(['exists', 'getInfo', 'list', 'read'])

/** The file API of a machine, each call of which goes through `visit`. */
export function visitFiles(files: Files, visit: <T>(call: (sandbox: Sandbox) => Promise<T>) => Promise<T>): Files {
  return guardCalls(files, async (name, call) =>
    visit<unknown>(async (sandbox) => {
      const called = call(sandbox.files)
      const timed = shortCalls.has(name) ? limited(called) : called
      return readingCalls.has(name) ? reading(timed) : timed
    }),
  )
}
