import { invalidArgument } from '@caisson/core/workspace'

/** Reads variables of a build. Throws INVALID_ARGUMENT, which shows no value: they may be secrets. */
export function readBuildVariables(given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidArgument({
      name: 'buildEnv',
      expected: 'an object of texts, or a function that finds one',
      given,
      secret: true,
    })
  }
  const checked = Object.entries(given).map(([name, value]: [string, unknown]): [string, string] => {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw invalidArgument({ name: 'buildEnv', expected: 'names of letters, digits and _', given: name })
    }
    if (typeof value === 'string' && !value.includes('\0')) return [name, value]
    throw invalidArgument({
      name: `buildEnv.${name}`,
      expected: 'a text without NUL bytes',
      given: value,
      secret: true,
    })
  })
  return Object.fromEntries(checked)
}
