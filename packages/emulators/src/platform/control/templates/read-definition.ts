import { HttpFailure } from '../../../http/http-failure.js'
import { type StepReader, stepReaders } from './step-readers.js'
import type { TemplatePlan, TemplateResources } from './template-step.js'

/** As the public documentation of the builder has them. */
const definitionLimits = {
  operations: 256,
  serializedBytes: 256 * 1024,
  textCharacters: 32_768,
  collectionEntries: 512,
  familyCharacters: 200,
} as const

function invalid(message: string): HttpFailure {
  return new HttpFailure(400, message, { code: 'invalid_request' })
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws a 400 for a text or a collection that is too large. */
function checkSizes(value: unknown, place: string): void {
  if (typeof value === 'string') {
    if (value.length <= definitionLimits.textCharacters) return
    throw invalid(`${place}: a text has more than ${definitionLimits.textCharacters} characters`)
  }
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  if (entries.length > definitionLimits.collectionEntries) {
    throw invalid(`${place}: a collection has more than ${definitionLimits.collectionEntries} entries`)
  }
  for (const [name, entry] of entries) checkSizes(entry, `${place}.${name}`)
}

function readOperation(value: unknown, index: number): TemplatePlan['steps'][number] {
  const place = `templateDefinition.operations[${index}]`
  if (!isPlainObject(value)) throw invalid(`${place}: expected an object`)
  const { method, args, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(`${place}.${unknown}: not known`)
  const reader: StepReader | undefined = typeof method === 'string' ? stepReaders.get(method) : undefined
  if (typeof method !== 'string' || reader === undefined) {
    throw invalid(`${place}.method: expected one of ${[...stepReaders.keys()].join(', ')}`)
  }
  if (!Array.isArray(args)) throw invalid(`${place}.args: expected a list`)
  checkSizes(args, `${place}.args`)
  const step = reader(args)
  if (typeof step === 'string') throw invalid(`${place}.args: ${step}`)
  return { method, step }
}

function readFamily(family: unknown): string | undefined {
  if (family === undefined) return undefined
  const most = definitionLimits.familyCharacters
  if (typeof family === 'string' && family.trim() !== '' && family.length <= most) return family
  throw invalid(`templateDefinition.family: expected a text of 1 to ${most} characters`)
}

/** Checks the definition of a template. Throws a 400 that names the place. */
export function readDefinition(definition: unknown): TemplatePlan {
  if (!isPlainObject(definition)) throw invalid('templateDefinition: expected an object')
  const { schemaVersion, operations, family, ...others } = definition
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(`templateDefinition.${unknown}: not known`)
  if (schemaVersion !== 1) throw invalid('templateDefinition.schemaVersion: expected 1')
  if (!Array.isArray(operations)) throw invalid('templateDefinition.operations: expected a list')
  if (operations.length > definitionLimits.operations) {
    throw invalid(`templateDefinition.operations: more than ${definitionLimits.operations}`)
  }
  if (Buffer.byteLength(JSON.stringify(definition)) > definitionLimits.serializedBytes) {
    throw invalid(`templateDefinition: more than ${definitionLimits.serializedBytes} bytes`)
  }
  const steps = operations.map((operation: unknown, index) => readOperation(operation, index))
  const sizes = steps.map(({ step }): TemplateResources => (step.kind === 'resources' ? step.resources : {}))
  const resources = Object.assign({}, ...sizes) as TemplateResources
  return { steps, resources, family: readFamily(family) }
}

/** Variables for the commands of a build. Throws a 400. */
export function readBuildEnvs(envs: unknown): Readonly<Record<string, string>> {
  if (envs === undefined || envs === null) return {}
  if (!isPlainObject(envs)) throw invalid('templateBuildEnvs: expected an object')
  checkSizes(envs, 'templateBuildEnvs')
  const pairs = Object.entries(envs).map(([name, value]): [string, string] => {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw invalid(`templateBuildEnvs: ${JSON.stringify(name)} cannot be a variable`)
    if (typeof value !== 'string') throw invalid(`templateBuildEnvs.${name}: expected a text`)
    return [name, value]
  })
  return Object.fromEntries(pairs)
}
