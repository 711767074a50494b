import type { z } from 'zod'
import type { Option } from './option-facts.js'

type Issue = z.core.$ZodIssue

/** What is wrong with the value of an option. */
export interface OptionFault {
  /** Where in the value, for example `lifecycle.onTimeout`. */
  readonly path: string
  readonly expected: string
  readonly given: unknown
}

/** Checks a value. zod's own texts are never used: they are about types, and may quote values. */
export function findFault({ name, schema, facts }: Option, value: unknown): OptionFault | undefined {
  const { error } = schema.safeParse(value)
  const first = error?.issues[0]
  if (first === undefined) return undefined
  const issue = deepestIssue(first)
  const path = [name, ...issue.path.map(String)].join('.')
  if (issue.code === 'unrecognized_keys') {
    return { path, expected: 'only members that are known', given: issue.keys[0] }
  }
  const expected = describeExpected(issue) ?? facts.expected
  return { path, expected, given: withoutCredentials(memberAt(value, issue.path)) }
}

/** A URL may carry a password or a token. */
function withoutCredentials(given: unknown): unknown {
  return typeof given === 'string' ? given.replace(/^.*@/s, '…@').replace(/\?.*$/s, '?…') : given
}

/** Of a union the one branch that got further than its root is what the caller meant. */
function deepestIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const deeper = issue.errors.map((branch) => branch[0]).filter((found) => found && isBelowRoot(found))
  const [only, ...others] = deeper
  if (only === undefined || others.length > 0) return issue
  const found = deepestIssue(only)
  return { ...found, path: [...issue.path, ...found.path] }
}

function isBelowRoot(issue: Issue): boolean {
  return issue.path.length > 0 || issue.code === 'unrecognized_keys'
}

/** Words for what was expected at a member; nothing where the words for the whole option are better. */
function describeExpected(issue: Issue): string | undefined {
  if (issue.code === 'custom') {
    const words: unknown = issue.params?.['expected']
    return typeof words === 'string' ? words : undefined
  }
  if (issue.path.length === 0) return undefined
  if (issue.code === 'invalid_union') return describeUnion(issue.errors)
  return describeType(issue)
}

function describeType(issue: Issue): string | undefined {
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ')
  return issue.code === 'invalid_type' ? typeWords[issue.expected] : undefined
}

function describeUnion(branches: readonly (readonly Issue[])[]): string | undefined {
  const words = branches.map(([issue]) => (issue ? describeType(issue) : undefined))
  return words.includes(undefined) ? undefined : words.join(' or ')
}

const typeWords: Readonly<Partial<Record<string, string>>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Readonly<Record<PropertyKey, unknown>>)[step]
  }
  return current
}
