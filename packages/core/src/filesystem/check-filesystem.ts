import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import { invalidArgument } from '../errors/argument-error.js'

/** What every filesystem can do. */
const methods = [
  'readFile',
  'writeFile',
  'appendFile',
  'deleteFile',
  'copyFile',
  'moveFile',
  'mkdir',
  'rmdir',
  'readdir',
  'exists',
  'stat',
] as const satisfies readonly (keyof WorkspaceFilesystem)[]

/**
 * Makes sure that a value is a filesystem, by its methods; whose class it is does not matter.
 *
 * @throws SandboxError `INVALID_ARGUMENT` naming what is missing
 */
export function checkFilesystem(value: unknown, name: string): WorkspaceFilesystem {
  if (isFilesystem(value)) return value
  const expected = `a filesystem, an object with ${methods.join(', ')}`
  throw invalidArgument({ name, expected, given: value })
}

function isFilesystem(value: unknown): value is WorkspaceFilesystem {
  if (typeof value !== 'object' || value === null) return false
  return methods.every((method) => typeof Reflect.get(value, method) === 'function')
}
