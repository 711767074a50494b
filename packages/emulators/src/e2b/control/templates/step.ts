import { type Shape, isObject, isTexts, numberOf, textOf, verifyShape } from '../body-shape.js'

/** The instructions that a build can consist of. */
export type StepType = 'RUN' | 'COPY' | 'ENV' | 'WORKDIR' | 'USER'

export interface BuildStep {
  readonly type: string
  readonly args: readonly string[]
  readonly filesHash?: string | undefined
}

/** How a template is to be made. */
export interface BuildSpec {
  readonly steps: readonly BuildStep[]
  readonly fromImage?: string | undefined
  readonly fromTemplate?: string | undefined
  readonly startCommand?: string | undefined
  readonly readyCommand?: string | undefined
}

const specShape = {
  steps: { type: 'array' },
  fromImage: { type: 'text' },
  fromTemplate: { type: 'text' },
  fromImageRegistry: { type: 'object' },
  force: { type: 'boolean' },
  startCmd: { type: 'text' },
  readyCmd: { type: 'text' },
} as const satisfies Shape

const stepShape = {
  type: { type: 'text', required: true },
  args: { type: 'texts' },
  force: { type: 'boolean' },
  filesHash: { type: 'text' },
} as const satisfies Shape

function parseStep(value: unknown, index: number): BuildStep {
  const step = verifyShape(isObject(value) ? value : undefined, stepShape, `/steps/${index}`)
  return {
    type: textOf(step, 'type') ?? '',
    args: isTexts(step['args']) ? step['args'] : [],
    filesHash: textOf(step, 'filesHash'),
  }
}

export function parseBuildSpec(value: Record<string, unknown>): BuildSpec {
  const body = verifyShape(value, specShape)
  const steps: unknown[] = Array.isArray(body['steps']) ? body['steps'] : []
  return {
    steps: steps.map((step, index) => parseStep(step, index)),
    fromImage: textOf(body, 'fromImage'),
    fromTemplate: textOf(body, 'fromTemplate'),
    startCommand: textOf(body, 'startCmd'),
    readyCommand: textOf(body, 'readyCmd'),
  }
}

const sizeShape = {
  name: { type: 'text' },
  alias: { type: 'text' },
  tags: { type: 'texts' },
  cpuCount: { type: 'integer' },
  memoryMB: { type: 'integer' },
  minFreeDiskMb: { type: 'integer' },
} as const satisfies Shape

/** A request for a template, or for a new version of one. */
export interface TemplateRequest {
  readonly name: string
  readonly tags: readonly string[]
  readonly cpuCount: number | undefined
  readonly memoryMB: number | undefined
}

export function parseTemplateRequest(value: Record<string, unknown>): TemplateRequest {
  const body = verifyShape(value, sizeShape)
  return {
    name: textOf(body, 'name') ?? textOf(body, 'alias') ?? '',
    tags: isTexts(body['tags']) ? body['tags'] : [],
    cpuCount: numberOf(body, 'cpuCount'),
    memoryMB: numberOf(body, 'memoryMB'),
  }
}
