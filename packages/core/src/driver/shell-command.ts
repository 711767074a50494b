import { invalidArgument } from '../errors/argument-error.js'

/** Shell text that is safe by construction: only the `sh` tag makes it. */
export interface ShellCommand {
  /** The text to hand to a POSIX shell. */
  readonly text: string
  /** Keeps structurally similar objects out. */
  readonly kind: 'shell-command'
  toString(): string
}

/** Something that `sh` takes between its literals: values are quoted, commands are inserted, lists do either per item. */
export type ShellValue = string | number | ShellCommand | readonly ShellValue[]

const bareWord = /^[a-zA-Z0-9._\-/=:@]+$/
const made = new WeakSet<object>()

/**
 * Quotes one argument for a POSIX shell. Words made only of letters, digits and `._-/=:@` stay bare; everything else is
 * put in single quotes. A NUL byte cannot be passed to any program and is an INVALID_ARGUMENT error.
 */
export function shellQuote(argument: string): string {
  if (bareWord.test(argument)) return argument
  if (argument.includes('\0')) {
    throw invalidArgument({ name: 'argument', expected: 'text without NUL bytes', given: argument })
  }
  return `'${argument.replaceAll("'", `'\\''`)}'`
}

/**
 * Builds shell text for our own scripts. Literal parts are code, interpolated values are quoted:
 *
 * ```ts
 * sh`mkdir -p -- ${directory} && chmod ${mode} ${files}`
 * ```
 *
 * An array becomes its items, each quoted, with a space between them.
 */
export function sh(literals: TemplateStringsArray, ...values: readonly ShellValue[]): ShellCommand {
  let text = literals[0] ?? ''
  for (const [index, value] of values.entries()) text += render(value) + (literals[index + 1] ?? '')
  const command: ShellCommand = Object.freeze({ text, kind: 'shell-command', toString: () => text })
  made.add(command)
  return command
}

/** Whether a value was made by `sh`. */
export function isShellCommand(value: unknown): value is ShellCommand {
  return typeof value === 'object' && value !== null && made.has(value)
}

function render(value: ShellValue): string {
  if (typeof value === 'string') return shellQuote(value)
  if (typeof value === 'number') return shellQuote(String(value))
  if (isShellCommand(value)) return value.text
  if (Array.isArray(value)) return value.map(render).join(' ')
  throw invalidArgument({
    name: 'shell value',
    expected: 'a string, a number, a list or a command made by sh',
    given: value,
  })
}
