import { MountError } from '../../errors/sandbox-errors.js'

const allowedCharacters = /^\/[a-zA-Z0-9_.\-/]+$/

/**
 * The one spelling of a mount path: absolute, without doubled or trailing slashes. Anything that is not made of letters,
 * digits and `_.-/`, the root itself, and paths with `.` or `..` segments are refused before any command is made.
 */
export function normalizeMountPath(mountPath: unknown): string {
  if (typeof mountPath !== 'string' || !allowedCharacters.test(mountPath)) {
    const shown = typeof mountPath === 'string' ? JSON.stringify(mountPath) : typeof mountPath
    throw new MountError(
      `Invalid mount path ${shown}: expected an absolute path of letters, digits and _.-/`,
      String(mountPath),
    )
  }
  const segments = mountPath.split('/').filter((segment) => segment !== '')
  if (segments.length === 0 || segments.includes('.') || segments.includes('..')) {
    throw new MountError(
      `Invalid mount path ${JSON.stringify(mountPath)}: the root, "." and ".." cannot be mounted on`,
      mountPath,
    )
  }
  return `/${segments.join('/')}`
}
