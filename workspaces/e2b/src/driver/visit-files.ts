import type { Sandbox } from 'e2b'
import { reading } from '@caisson/kit/http'
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
  return new Proxy(files, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) =>
        visit<unknown>(async (sandbox) => {
          const call = Reflect.apply(member, sandbox.files, args) as Promise<unknown>
          const timed = shortCalls.has(name) ? limited(call) : call
          return readingCalls.has(name) ? reading(timed) : timed
        })
    },
  })
}
