import { invalidArgument } from '@caisson/core/workspace'

/** What a sandbox can be made from by name: an id, a name, or either with the team's name and a tag. */
const anyPattern = /^(?:[a-z0-9_-]+\/)?[a-z0-9_-]+(?::[a-z0-9_.-]+)?$/i
/** Names that are built under, which E2B writes in lower case. */
const refPattern = /^[a-z0-9_-]+(?::[a-z0-9_.-]+)?$/
const tagPattern = /^[a-z0-9_.-]+$/
const mostCharacters = 256

/** The tag of a name without one. */
const defaultTag = 'default'

/** Whether a text can be the id or name of a template. */
export function isTemplateName(text: string): boolean {
  return text.length <= mostCharacters && anyPattern.test(text)
}

/** Whether a text is `name` or `name:tag`, as templates are built under. */
export function isTemplateRef(text: unknown): text is string {
  return typeof text === 'string' && text.length <= mostCharacters && refPattern.test(text)
}

/** Whether a text can be a tag. */
export function isTemplateTag(text: unknown): text is string {
  return typeof text === 'string' && text.length <= mostCharacters && tagPattern.test(text)
}

/** Throws INVALID_ARGUMENT. */
export function readTemplateRef(option: string, given: unknown): string {
  if (isTemplateRef(given)) return given
  const expected = 'name or name:tag, of lower-case letters, digits, - and _'
  throw invalidArgument({ name: option, expected, given })
}

/** A ref's name and tag. */
export function splitRef(ref: string): { readonly name: string; readonly tag: string } {
  const [name = '', tag = defaultTag] = ref.split(':')
  return { name, tag }
}

/** The ref under a name with a suffix. */
export function withSuffix(ref: string, suffix: string): string {
  const [name = '', ...tag] = ref.split(':')
  return [`${name}-${suffix}`, ...tag].join(':')
}
