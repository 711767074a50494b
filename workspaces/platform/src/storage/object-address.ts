import { ObjectStoreError } from '@caisson/kit/object-store'

/**
 * The path of an object, or of a directory with a slash at its end. Each segment is encoded on its own.
 *
 * Throws `ObjectStoreError` invalid for a key that no address leads to: whatever reads addresses takes `.` and `..` for steps in
 * the tree, however they are written, so the request would be about another object.
 */
export function objectPath(bucket: string, key: string): string {
  const segments = key.split('/')
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new ObjectStoreError(`No address leads to this key: ${key}`, 'invalid')
  }
  return `/fs/${encodeURIComponent(bucket)}/${segments.map(encodeURIComponent).join('/')}`
}
