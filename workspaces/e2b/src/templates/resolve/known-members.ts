import { invalidArgument } from '@caisson/core/workspace'

/**
 * Checks that something is an object of known members, none of them `null`: a mistyped one would change nothing, and nobody would see it.
 * Throws INVALID_ARGUMENT naming the member, never its value.
 */
export function checkMembers(name: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidArgument({ name, expected: 'an object', given, secret: typeof given === 'string' })
  }
  for (const [member, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!known.includes(member)) {
      throw invalidArgument({ name, expected: `no members but ${known.join(', ')}`, given: member })
    }
    if (value === null) {
      throw invalidArgument({ name: `${name}.${member}`, expected: 'a value, or nothing', given: value })
    }
  }
}
