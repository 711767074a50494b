import { invalidArgument } from '../../errors/argument-error.js'
import type { CompositeFilesystemOptions } from './composite-filesystem-options.js'

/** @throws SandboxError `INVALID_ARGUMENT` naming the option; the mounts themselves are checked by their table. */
export function checkCompositeOptions(options: CompositeFilesystemOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument({ name: 'options', expected: 'an object with mounts', given: options })
  }
  const { id, instructions } = options
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw invalidArgument({ name: 'id', expected: 'a non-empty string', given: id })
  }
  if (instructions !== undefined && typeof instructions !== 'string' && typeof instructions !== 'function') {
    throw invalidArgument({ name: 'instructions', expected: 'a string or a function', given: instructions })
  }
}
