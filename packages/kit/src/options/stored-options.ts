import { invalidArgument } from '@caisson/core/workspace'
import type { z } from 'zod'
import { optionsOf, type OptionFacts } from './option-facts.js'
import { toPlainValue } from './plain-value.js'

/** Under this name a report lists vital options, or members of them, that it could not hold. */
export const notStoredName = 'notStored'

/**
 * What `getInfo()` shows of options: those that may be stored, as plain data, defaults included. Secrets are left out, and so
 * is what came from the environment, since a stored configuration should follow the environment of whoever reads it.
 */
export function describeOptions<Options extends object>(
  schema: z.ZodType<Options>,
  given: Options,
): Record<string, unknown> {
  const values = given as Readonly<Record<string, unknown>>
  const described: Record<string, unknown> = {}
  const lost: string[] = []
  for (const { name, facts } of optionsOf(schema)) {
    if (facts.secret || (facts.stored ?? 'both') !== 'both') continue
    const value = effectiveValue(Object.hasOwn(values, name) ? values[name] : undefined, facts)
    if (value === undefined) continue
    const secretPaths = (facts.secretMembers ?? []).map((member) => `${name}.${member}`)
    const plain = toPlainValue(value, name, secretPaths)
    if (plain.value !== undefined) described[name] = plain.value
    if (facts.isVital) lost.push(...plain.omitted)
  }
  return lost.length === 0 ? described : { ...described, [notStoredName]: lost }
}

/**
 * Options from a stored configuration, for the constructor to check. What is no option, such as the observations in
 * `getInfo().metadata`, is ignored.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for something vital that could not be stored and was not given anew.
 */
export function readStoredOptions<Options extends object>(
  schema: z.ZodType<Options>,
  config: Readonly<Record<string, unknown>>,
  owner: string,
): Options {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw invalidArgument({ name: `${owner} configuration`, expected: 'an object', given: config })
  }
  const lost = Object.hasOwn(config, notStoredName) ? config[notStoredName] : undefined
  for (const path of Array.isArray(lost) ? lost : []) {
    if (typeof path !== 'string' || hasPath(config, path.split('.'))) continue
    const expected = 'the value that the sandbox had, since it could not be stored'
    throw invalidArgument({ name: `${owner} option ${path}`, expected, given: undefined })
  }
  const options: Record<string, unknown> = {}
  for (const { name, facts } of optionsOf(schema)) {
    if (facts.stored !== 'none' && Object.hasOwn(config, name)) options[name] = config[name]
  }
  return options as Options
}

/** The default of an option with a variable is not known to hold, so it is not reported. */
function effectiveValue(given: unknown, facts: OptionFacts): unknown {
  if (facts.environment !== undefined) return given === '' ? undefined : given
  return given ?? facts.default
}

function hasPath(value: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path
  if (step === undefined) return value !== undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false
  return hasPath((value as Readonly<Record<string, unknown>>)[step], rest)
}
