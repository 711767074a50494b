import { FilesystemError, PermissionError } from '@caisson/core/workspace'
import { normalizePath } from '@caisson/core/driver'
import { isWholeText } from './normalize-prefix.js'
import type { ObjectTarget } from './object-target.js'

type Request = Pick<ObjectTarget, 'path' | 'operation' | 'kind' | 'signal'>

/**
 * Where a path lies in the bucket.
 *
 * @throws PermissionError when `..` leaves the root; FilesystemError `EINVAL` when the store cannot have such a key
 */
export function locate(request: Request, prefix: string, maxKeyBytes: number): ObjectTarget {
  const { path, operation } = request
  const normalized = normalizePath(path)
  if (normalized === undefined) throw new PermissionError(path, `${operation} (outside the filesystem)`)
  const inner = normalized.slice(1)
  if (!isWholeText(inner)) throw new FilesystemError(`The name is no valid text: ${path}`, 'EINVAL', path)
  const root = prefix === '' ? '' : `${prefix}/`
  if (inner === '') return { ...request, inner, key: '', below: root }
  const below = `${root}${inner}/`
  // Keys are short: most need no count.
  if (below.length * 3 > maxKeyBytes && Buffer.byteLength(below) > maxKeyBytes) {
    throw new FilesystemError(`The name is too long: ${path}`, 'EINVAL', path)
  }
  return { ...request, inner, key: below.slice(0, -1), below }
}
