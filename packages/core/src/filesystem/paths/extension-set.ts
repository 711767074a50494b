import { invalidArgument } from '../../errors/argument-error.js'

/** Brings extensions into one spelling (lower case, with the dot); `undefined` stays `undefined`. */
export function extensionSet(given: string | string[] | undefined, option: string): ReadonlySet<string> | undefined {
  if (given === undefined) return undefined
  const list: unknown[] = Array.isArray(given) ? given : [given]
  const set = new Set<string>()
  for (const extension of list) {
    if (typeof extension !== 'string' || extension === '' || extension === '.') {
      throw invalidArgument({ name: option, expected: 'extensions such as ".ts"', given: extension })
    }
    set.add((extension.startsWith('.') ? extension : `.${extension}`).toLowerCase())
  }
  return set
}
