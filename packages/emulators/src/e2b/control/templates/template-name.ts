import { HttpFailure } from '../../../http/http-failure.js'

export const defaultTag = 'default'

/** The part before `/` in full names: the team's. The emulator has one team. */
export const teamName = 'local'

/** A name with its tag, as in `team/name:tag`. */
export interface TemplateName {
  readonly name: string
  /** Absent where none was written. */
  readonly tag?: string | undefined
}

const namePattern = /^[a-z0-9_-]+$/
const tagPattern = /^[a-z0-9_.-]+$/

export function parseTag(text: string): string {
  const tag = text.trim().toLowerCase()
  if (!tagPattern.test(tag)) throw new HttpFailure(400, `Invalid tag: '${text}'`)
  return tag
}

/** Takes `name`, `team/name` and both with `:tag`; throws a 400 for anything else. */
export function parseTemplateName(text: string): TemplateName {
  const [path = '', tag, ...rest] = text.trim().toLowerCase().split(':')
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (rest.length > 0 || parts.length > 2 || !parts.every((part) => namePattern.test(part))) {
    throw new HttpFailure(400, `Invalid template name: '${text}'`)
  }
  return tag === undefined ? { name } : { name, tag: parseTag(tag) }
}
