import { invalidArgument } from '../../errors/argument-error.js'
import { extensionSet } from '../paths/extension-set.js'
import type { BaseFilesystemOptions } from './base-filesystem-options.js'

/** Checks the shared options and returns the text extensions in one spelling: lower case, with the dot. */
export function checkBaseOptions(options: BaseFilesystemOptions): ReadonlySet<string> {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument({ name: 'options', expected: 'an object', given: options })
  }
  for (const name of ['onInit', 'onDestroy'] as const) {
    const given = options[name]
    if (given !== undefined && typeof given !== 'function') {
      throw invalidArgument({ name, expected: 'a function', given })
    }
  }
  if (options.textExtensions !== undefined && !Array.isArray(options.textExtensions)) {
    throw invalidArgument({ name: 'textExtensions', expected: 'an array of extensions', given: options.textExtensions })
  }
  return extensionSet(options.textExtensions, 'textExtensions') ?? new Set()
}
