import type { Sandbox } from 'e2b'

type Files = Sandbox['files']

/** The file API of a machine, each call of which goes through `visit`. */
export function visitFiles(files: Files, visit: <T>(call: (sandbox: Sandbox) => Promise<T>) => Promise<T>): Files {
  return new Proxy(files, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) =>
        visit<unknown>(async (sandbox) => Reflect.apply(member, sandbox.files, args) as unknown)
    },
  })
}
