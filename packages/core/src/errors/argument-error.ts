import { SandboxError } from './base-error.js'

/** What goes into the message about a bad value. */
export interface ArgumentFault {
  /** The option or argument, for example `timeout`. */
  readonly name: string
  /** What would have been right, for example `a non-negative number of milliseconds`. */
  readonly expected: string
  readonly given: unknown
  /** The value is never shown. */
  readonly secret?: boolean | undefined
}

/** Makes the error about a bad value: it names the option, what was expected and what was given. */
export function invalidArgument(fault: ArgumentFault): SandboxError {
  const given = fault.secret ? '(hidden)' : describeValue(fault.given)
  const message = `Invalid ${fault.name}: expected ${fault.expected}, got ${given}`
  return new SandboxError(
    message,
    'INVALID_ARGUMENT',
    { option: fault.name, expected: fault.expected },
    { retry: 'never' },
  )
}

/** Throws INVALID_ARGUMENT unless the value is an `AbortSignal` or absent. */
export function checkAbortSignal(value: unknown): void {
  if (value === undefined || isAbortSignal(value)) return
  throw invalidArgument({ name: 'abortSignal', expected: 'an AbortSignal', given: value })
}

/** Whether a value is an `AbortSignal`, of whatever realm or polyfill. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value
}

/** Shows a value in a message, shortened; objects only by kind, since they may hold secrets. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') {
    const isClass = Function.prototype.toString.call(value).startsWith('class')
    return `${isClass ? 'the class' : 'the function'} ${value.name || '(anonymous)'}`
  }
  if (Array.isArray(value)) return `an array of ${value.length}`
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== 'Object' ? `an instance of ${name}` : 'an object'
}
