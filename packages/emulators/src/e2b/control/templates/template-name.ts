import { HttpFailure } from '../../../http/http-failure.js'

export const defaultTag = 'default'

/** A name with its team and tag, as in `team/name:tag`. */
export interface TemplateName {
  /** Absent where none was written. */
  readonly team?: string | undefined
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
  return {
    name,
    ...(parts.length === 2 ? { team: parts[0] } : {}),
    ...(tag === undefined ? {} : { tag: parseTag(tag) }),
  }
}

/** Throws a 400 unless a name is one that the team could have. */
export function requireTeamsName({ team }: TemplateName, own: string): void {
  if (team === undefined || team === own) return
  throw new HttpFailure(400, `namespace '${team}' must match your team '${own}'`)
}
