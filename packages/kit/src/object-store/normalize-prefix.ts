import { FilesystemError } from '@caisson/core/workspace'
import { checkPath } from '@caisson/core/driver'

/** Line feeds and the like: legal in keys, but a prefix that has one is a mistake. */
const control = /\p{Cc}/u

/**
 * The one spelling of a prefix: without outer slashes, empty when nothing else is left.
 *
 * @throws SandboxError `INVALID_ARGUMENT` when it is no string; FilesystemError `EINVAL` for empty, `.` or `..` segments,
 *   control characters, and halves of characters
 */
export function normalizePrefix(prefix: string | undefined): string {
  if (prefix === undefined) return ''
  checkPath(prefix, 'prefix')
  const trimmed = prefix.replace(/^\/+/, '').replace(/\/+$/, '')
  if (trimmed === '') return ''
  const isOdd = trimmed.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')
  if (!isOdd && !control.test(trimmed) && isWholeText(trimmed)) return trimmed
  const text = 'it has an empty, "." or ".." segment, a control character, or half a character'
  throw new FilesystemError(`Invalid prefix: ${text}`, 'EINVAL', prefix)
}

/** Half a surrogate pair would become another key on its way to the store. */
export function isWholeText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
