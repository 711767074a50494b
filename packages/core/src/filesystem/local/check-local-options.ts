import { invalidArgument } from '../../errors/argument-error.js'
import { checkPath } from '../paths/check-path.js'
import type { LocalFilesystemOptions } from './local-filesystem-options.js'

interface Rule {
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

const isString = (value: unknown): value is string => typeof value === 'string'
const optional =
  (holds: Rule['holds']): Rule['holds'] =>
  (value) =>
    value === undefined || holds(value)
const isBoolean = optional((value) => typeof value === 'boolean')

const rules: Readonly<Record<Exclude<keyof LocalFilesystemOptions, 'onInit' | 'onDestroy' | 'textExtensions'>, Rule>> =
  {
    basePath: { expected: 'a directory path', holds: (value) => isString(value) && value.trim() !== '' },
    id: { expected: 'a non-empty string', holds: optional((value) => isString(value) && value !== '') },
    contained: { expected: 'a boolean', holds: isBoolean },
    readOnly: { expected: 'a boolean', holds: isBoolean },
    allowedPaths: { expected: 'an array of paths', holds: optional(isPathList) },
    instructions: {
      expected: 'a string or a function',
      holds: optional((value) => isString(value) || typeof value === 'function'),
    },
  }

/** @throws SandboxError `INVALID_ARGUMENT` naming the option; FilesystemError `EINVAL` for a NUL byte in a path. */
export function checkLocalOptions(options: LocalFilesystemOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument({ name: 'options', expected: 'an object with basePath', given: options })
  }
  for (const [name, rule] of Object.entries(rules)) {
    const given: unknown = options[name as keyof typeof rules]
    if (!rule.holds(given)) throw invalidArgument({ name, expected: rule.expected, given })
  }
  checkPath(options.basePath, 'basePath')
  for (const path of options.allowedPaths ?? []) checkPath(path, 'allowedPaths')
}

function isPathList(value: unknown): boolean {
  return Array.isArray(value) && value.every((path) => isString(path) && path.trim() !== '')
}
