import { invalidArgument } from '../errors/argument-error.js'

/** What one option must be. */
export interface OptionRule {
  readonly expected: string
  readonly check: (value: unknown) => boolean
  /** The value is never shown in an error. */
  readonly secret?: boolean
}

/** Checks given options against a table; `undefined` always passes, a name that is not in the table never does. */
export function checkOptions<Options extends object>(
  owner: string,
  options: Options,
  rules: Readonly<Record<Extract<keyof Options, string>, OptionRule>>,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument({ name: `${owner} options`, expected: 'an object', given: options })
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) {
      throw invalidArgument({
        name: `${owner} option`,
        expected: `one of ${Object.keys(rules).join(', ')}`,
        given: name,
      })
    }
    const rule = rules[name as Extract<keyof Options, string>]
    if (value === undefined || rule.check(value)) continue
    throw invalidArgument({
      name: `${owner} option ${name}`,
      expected: rule.expected,
      given: value,
      secret: rule.secret,
    })
  }
}

/** Checks that tables of options are made of. */
export const is: {
  readonly text: (value: unknown) => boolean
  readonly filledText: (value: unknown) => boolean
  readonly flag: (value: unknown) => boolean
  readonly callable: (value: unknown) => boolean
  readonly record: (value: unknown) => boolean
  readonly durationMs: (value: unknown) => boolean
  readonly textList: (value: unknown) => boolean
  readonly oneOf: (...allowed: readonly unknown[]) => (value: unknown) => boolean
} = {
  text: (value) => typeof value === 'string' && !value.includes('\0'),
  filledText: (value) => typeof value === 'string' && value !== '' && !value.includes('\0'),
  flag: (value) => typeof value === 'boolean',
  callable: (value) => typeof value === 'function',
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  durationMs: (value) => typeof value === 'number' && value >= 0,
  textList: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '' && !item.includes('\0')),
  oneOf:
    (...allowed) =>
    (value) =>
      allowed.includes(value),
}
