import { invalidArgument } from '@caisson/core/workspace'
import type { z } from 'zod'
import { processEnvironment, readVariable, type EnvironmentSource } from './environment.js'
import { findFault, type OptionFault } from './find-fault.js'
import { nearestName } from './nearest-name.js'
import { optionsOf, type Option } from './option-facts.js'

/** How options are resolved. */
export interface ResolveRequest<Options> {
  /** Whose options they are, for errors: the name of a class. */
  readonly owner: string
  /** Default: the environment of this process. */
  readonly environment?: EnvironmentSource | undefined
  /**
   * Options that stand in for one another, such as two kinds of credentials. At least one is needed; as soon as one is given,
   * the environment is not asked for the others, which might belong to another account. An alternative of several options
   * needs all of them and counts as given with its first one.
   */
  readonly oneOf?: readonly Alternative<Extract<keyof Options, string>>[] | undefined
}

/** An option, or several that belong together. */
export type Alternative<Name extends string> = Name | readonly [Name, ...Name[]]

/** Options with environment and defaults. */
export interface ResolveResult<Options> {
  readonly options: Options
  /** Set when none of `oneOf` is complete: what to tell the caller, once it matters. */
  readonly missing: string | undefined
}

/**
 * Checks options against a schema, and fills in what the environment and the defaults say. An empty string counts as absent
 * where there is a variable to stand in.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming option and variable, also for a name that is no option and for a required one
 * that is absent. A secret is never shown.
 */
export function resolveOptions<Options extends object>(
  schema: z.ZodType<Options>,
  given: Options,
  request: ResolveRequest<Options>,
): ResolveResult<Options> {
  const { owner, environment = processEnvironment(), oneOf = [] } = request
  const known = optionsOf(schema)
  const values = checkNames(owner, given, known)
  const alternatives: readonly (readonly string[])[] = oneOf.map((one) => (typeof one === 'string' ? [one] : one))
  const unasked = unaskedNames(alternatives, (name) => isPresent(known, name, values))
  const resolved: Record<string, unknown> = {}
  for (const option of known) {
    const { name, facts } = option
    const found = isPresent(known, name, values)
      ? { value: values[name], variable: undefined }
      : { ...fromEnvironment(option, unasked.includes(name) ? {} : environment) }
    const value = found.value === undefined ? facts.default : found.value
    if (value === undefined && facts.isRequired !== true) continue
    check(owner, option, value, found.variable)
    resolved[name] = value
  }
  const isMissing =
    alternatives.length > 0 && alternatives.every((names) => names.some((name) => resolved[name] === undefined))
  return { options: resolved as Options, missing: isMissing ? describeMissing(owner, alternatives, known) : undefined }
}

/** As soon as an alternative is given, the environment is asked for nothing of the others. */
function unaskedNames(
  alternatives: readonly (readonly string[])[],
  isGiven: (name: string) => boolean,
): readonly string[] {
  const given = alternatives.filter(([first]) => first !== undefined && isGiven(first)).flat()
  return given.length === 0 ? [] : alternatives.flat().filter((name) => !given.includes(name))
}

function checkNames(owner: string, given: unknown, known: readonly Option[]): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidArgument({ name: `${owner} options`, expected: 'an object', given })
  }
  const names = known.map(({ name }) => name)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue
    const nearest = nearestName(name, names)
    const expected = nearest === undefined ? `one of ${names.join(', ')}` : `a known name, perhaps "${nearest}"`
    throw invalidArgument({ name: `${owner} option`, expected, given: name })
  }
  return given as Readonly<Record<string, unknown>>
}

function isPresent(known: readonly Option[], name: string, values: Readonly<Record<string, unknown>>): boolean {
  if (!Object.hasOwn(values, name)) return false
  const hasVariable = known.some((option) => option.name === name && option.facts.environment !== undefined)
  return values[name] !== undefined && !(hasVariable && values[name] === '')
}

function fromEnvironment(
  { facts }: Option,
  environment: EnvironmentSource,
): { value: unknown; variable: string | undefined } {
  const found = readVariable(facts.environment ?? [], environment)
  return { value: found?.value, variable: found?.name }
}

function check(owner: string, option: Option, value: unknown, variable: string | undefined): void {
  const { facts } = option
  const fault = value === undefined ? missing(option) : findFault(option, value)
  if (fault === undefined) return
  const optionName = `${owner} option ${fault.path}`
  const variables = facts.environment?.join(' or ')
  const alternative = variables === undefined ? optionName : `${optionName} (environment variable ${variables})`
  throw invalidArgument({
    ...fault,
    name: variable === undefined ? alternative : `environment variable ${variable} (${optionName})`,
    secret: facts.secret === true || facts.secretMembers !== undefined,
  })
}

/** A required option that is neither given nor in the environment. The schema itself allows every option to be absent. */
function missing({ name, facts }: Option): OptionFault {
  return { path: name, expected: facts.expected, given: undefined }
}

function describeMissing(
  owner: string,
  alternatives: readonly (readonly string[])[],
  known: readonly Option[],
): string {
  const options = alternatives.map((names) => names.join(' with '))
  const variablesOf = (name: string): string =>
    known.find((option) => option.name === name)?.facts.environment?.join(' or ') ?? ''
  const variables = alternatives
    .map((names) => names.map(variablesOf))
    .filter((names) => !names.includes(''))
    .map((names) => names.join(' with '))
  const inEnvironment = variables.length === 0 ? '' : `, or set the environment variable ${variables.join(' or ')}`
  return `${owner} has none of ${options.join(', ')}: give the option ${options.join(' or ')}${inEnvironment}`
}
