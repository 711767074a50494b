import type { PlatformTemplate } from './platform-template.js'
import type { TemplateDefinition, TemplateMethod } from './template-definition.js'
import { Template } from './template.js'

type Step = (template: PlatformTemplate, args: readonly unknown[]) => PlatformTemplate

/** What a definition says was checked by nobody; the methods check it. */
function call(most: number, method: (template: PlatformTemplate) => (...args: never[]) => PlatformTemplate): Step {
  return (template, args) => {
    if (args.length > most) throw new RangeError(`expected at most ${most} arguments, given ${args.length}`)
    return method(template).apply(template, [...args] as never[])
  }
}

/** A package that is left out is `null` in definitions. */
function givenOnly(args: readonly unknown[]): readonly unknown[] {
  return args.map((value) => (value === null ? undefined : value))
}

const steps: Readonly<Record<TemplateMethod, Step>> = {
  aptInstall: call(2, (template) => template.aptInstall),
  cpuCount: call(1, (template) => template.cpuCount),
  memoryMB: call(1, (template) => template.memoryMB),
  npmInstall: (template, args) => call(2, (each) => each.npmInstall)(template, givenOnly(args)),
  pipInstall: (template, args) => call(2, (each) => each.pipInstall)(template, givenOnly(args)),
  runCmd: call(1, (template) => template.runCmd),
  setEnvs: call(1, (template) => template.setEnvs),
  setWorkdir: call(1, (template) => template.setWorkdir),
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMethod(value: unknown): value is TemplateMethod {
  return typeof value === 'string' && Object.hasOwn(steps, value)
}

function readOperation(template: PlatformTemplate, operation: unknown, index: number): PlatformTemplate {
  const place = `operations[${index}]`
  if (!isObject(operation) || !isMethod(operation['method'])) {
    throw new TypeError(`${place}: expected one of the methods ${Object.keys(steps).join(', ')}`)
  }
  const { args } = operation
  if (!Array.isArray(args)) throw new TypeError(`${place}.args: expected a list`)
  return steps[operation['method']](template, args as readonly unknown[])
}

/** A template of a definition, such as one that was stored. Throws `TypeError` or `RangeError` as the methods do. */
export function readTemplate(definition: TemplateDefinition): PlatformTemplate {
  const given: unknown = definition
  if (!isObject(given) || given['schemaVersion'] !== 1 || !Array.isArray(given['operations'])) {
    throw new TypeError('template: expected a definition with schemaVersion 1 and operations')
  }
  const { operations, family } = definition
  const template = operations.reduce(readOperation, Template())
  return family === undefined ? template : template.withFamily(family)
}
