import path from 'node:path'
import { HttpFailure } from '../../../http/http-failure.js'

/** What a sandbox cannot do without. */
const systemPaths = ['/proc', '/sys', '/dev', '/boot', '/etc', '/bin', '/sbin', '/lib', '/lib64'] as const

/** Where a volume may be seen. Throws a 400 that says what is wrong. */
export function checkMountPath(mountPath: string): string {
  const refuse = (why: string): never => {
    throw new HttpFailure(400, `Invalid mount path ${mountPath} (${why})`)
  }
  if (!mountPath.startsWith('/')) refuse('must be absolute')
  if (mountPath.split('/').some((part) => part === '..' || part === '.'))
    refuse('cannot contain relative path components')
  if (/\/{2,}/.test(mountPath)) refuse('cannot contain consecutive slashes')
  const normal = path.posix.resolve(mountPath)
  if (normal === '/') refuse('cannot be the root directory')
  const system = systemPaths.find((one) => normal === one || normal.startsWith(`${one}/`))
  if (system !== undefined) refuse(`cannot be in ${system}`)
  return normal
}
