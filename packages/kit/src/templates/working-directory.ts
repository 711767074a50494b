import { invalidArgument } from '@caisson/core/workspace'

/** Reads the directory that repositories are put into: absolute, without a slash at its end. Throws INVALID_ARGUMENT. */
export function readWorkingDirectory(directory: unknown): string {
  const isPath = typeof directory === 'string' && /^\/[A-Za-z0-9._/-]*$/.test(directory)
  const parts = isPath ? directory.split('/').filter((part) => part !== '') : []
  if (isPath && !parts.includes('..')) return `/${parts.filter((part) => part !== '.').join('/')}`
  const expected = 'an absolute path of letters, digits and ._-/ without ".."'
  throw invalidArgument({ name: 'workingDirectory', expected, given: directory })
}
