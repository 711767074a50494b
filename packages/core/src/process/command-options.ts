import type { CommandOptions, Environment, SpawnProcessOptions } from '../contract/process.js'
import { invalidArgument, isAbortSignal } from '../errors/argument-error.js'

type Check = (value: unknown) => boolean

/** What each option of a command must be. `undefined` is always allowed. */
const commandOptionRules: Record<keyof SpawnProcessOptions, { expected: string; check: Check }> = {
  timeout: {
    expected: 'a number of milliseconds that is not negative',
    check: (value) => typeof value === 'number' && value >= 0,
  },
  env: {
    expected: 'an object of strings',
    check: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
  cwd: { expected: 'a path without NUL bytes', check: isPlainText },
  onStdout: { expected: 'a function', check: isFunction },
  onStderr: { expected: 'a function', check: isFunction },
  abortSignal: { expected: 'an AbortSignal', check: isAbortSignal },
  maxRetainedBytes: { expected: 'a non-negative integer or Infinity', check: isByteCount },
  stdinMode: { expected: "'pipe' or 'ignore'", check: (value) => value === 'pipe' || value === 'ignore' },
  originalInvocation: { expected: 'an object', check: (value) => typeof value === 'object' && value !== null },
  channel: { expected: 'a boolean', check: (value) => typeof value === 'boolean' },
}

/** Refuses wrong values before anything is started. `maxRetainedBytes` keeps the error class callers know: RangeError. */
export function checkCommandOptions(options: CommandOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = commandOptionRules[name as keyof SpawnProcessOptions]
    if (value === undefined || !rule || rule.check(value)) continue
    if (name === 'maxRetainedBytes') throw new RangeError('maxRetainedBytes must be a non-negative integer or Infinity')
    throw invalidArgument({ name, expected: rule.expected, given: value })
  }
  if (options.env) checkEnvironment(options.env, 'env')
}

/** Refuses command text that no shell could be given. */
export function checkCommand(command: unknown, args: unknown): void {
  if (typeof command !== 'string' || command.includes('\0')) {
    throw invalidArgument({ name: 'command', expected: 'shell text without NUL bytes', given: command })
  }
  if (args === undefined) return
  if (!Array.isArray(args)) throw invalidArgument({ name: 'args', expected: 'an array of strings', given: args })
  for (const [index, value] of args.entries()) {
    if (!isPlainText(value))
      throw invalidArgument({ name: `args[${index}]`, expected: 'a string without NUL bytes', given: value })
  }
}

/** Refuses names and values that an environment cannot hold. Values are secrets and are never shown. */
export function checkEnvironment(env: Environment, option: string): void {
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || name.includes('=') || name.includes('\0')) {
      throw invalidArgument({ name: option, expected: 'variable names without "=" and NUL, not empty', given: name })
    }
    if (value !== undefined && !isPlainText(value)) {
      throw invalidArgument({
        name: `${option}.${name}`,
        expected: 'a string without NUL bytes',
        given: value,
        secret: true,
      })
    }
  }
}

/** Lays environments over each other; a later `undefined` removes a variable. */
export function mergeEnvironments(...layers: readonly (Environment | undefined)[]): Record<string, string> {
  const merged: Record<string, string> = Object.create(null) as Record<string, string>
  for (const layer of layers) {
    if (!layer) continue
    for (const name of Object.keys(layer)) {
      const value = layer[name]
      if (value === undefined) delete merged[name]
      else merged[name] = value
    }
  }
  return merged
}

/** A time-out in milliseconds, or `undefined` for none: `0` and `Infinity` are none. */
export function effectiveTimeoutMs(timeout: number | undefined): number | undefined {
  return timeout === undefined || timeout === 0 || timeout === Infinity ? undefined : timeout
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isByteCount(value: unknown): boolean {
  return value === Infinity || (Number.isInteger(value) && Number(value) >= 0)
}

export function requirePid(pid: unknown): asserts pid is string {
  if (typeof pid === 'string' && pid !== '') return
  throw invalidArgument({ name: 'pid', expected: 'a process id as a string', given: pid })
}
