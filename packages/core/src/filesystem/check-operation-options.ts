import { invalidArgument } from '../errors/argument-error.js'

const switches = ['recursive', 'overwrite', 'force', 'includeHidden', 'caseSensitive'] as const

/** The options that many operations have. */
export type OperationOptions = Partial<Record<(typeof switches)[number], boolean | undefined>> & {
  abortSignal?: AbortSignal | undefined
}

/** @throws SandboxError `INVALID_ARGUMENT` when a switch is no boolean or the signal no signal. */
export function checkOperationOptions(options: OperationOptions | undefined): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument({ name: 'options', expected: 'an object', given: options })
  }
  for (const name of switches) {
    const given = options[name]
    if (given !== undefined && typeof given !== 'boolean') {
      throw invalidArgument({ name, expected: 'a boolean', given })
    }
  }
  const { abortSignal } = options
  // Not by class: signals of other realms and of polyfills are as good.
  if (abortSignal !== undefined && typeof abortSignal?.aborted !== 'boolean') {
    throw invalidArgument({ name: 'abortSignal', expected: 'an AbortSignal', given: abortSignal })
  }
}
