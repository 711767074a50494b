import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import { invalidArgument } from '../errors/argument-error.js'
import { filesystemMethods } from './filesystem-methods.js'

/**
 * Makes sure that a value is a filesystem, by its methods; whose class it is does not matter.
 *
 * @throws SandboxError `INVALID_ARGUMENT` naming what is missing
 */
export function checkFilesystem(value: unknown, name: string): WorkspaceFilesystem {
  if (isFilesystem(value)) return value
  const expected = `a filesystem, an object with ${filesystemMethods.join(', ')}`
  throw invalidArgument({ name, expected, given: value })
}

function isFilesystem(value: unknown): value is WorkspaceFilesystem {
  if (typeof value !== 'object' || value === null) return false
  return filesystemMethods.every((method) => typeof Reflect.get(value, method) === 'function')
}
