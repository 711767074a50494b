import { option } from '@caisson/kit/options'
import type { BuildLogEntry } from '@caisson/kit/templates'
import { z } from 'zod'
import { isTemplateSpec } from '../templates/is-template-spec.js'
import type { TemplateSpec } from '../templates/template-spec.js'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'
import { mountableTemplateJsonSchema, mountableTemplateType } from './mountable-template-type.js'

type TemplateOption = 'template' | 'defaultTemplate' | 'buildTimeoutMs' | 'onBuildLog'

/** What new machines are made from. */
export const templateOptionShape: {
  readonly [Name in TemplateOption]: z.ZodOptional<z.ZodType<Exclude<E2BSandboxOptions[Name], undefined>>>
} = {
  template: option(z.custom<TemplateSpec>(isTemplateSpec), {
    description:
      'Image of a new machine: an id or name, a definition made with the SDK, a function that adds to the default one, or a named template that is built when it is missing.',
    type: 'TemplateSpec',
    expected:
      'the id of a template or its name, a template made with the SDK, a function that returns one, or a named template whose ref is `name` or `name:tag`',
    defaultText: "the default mountable template; E2B's `base` until it is built",
    isVital: true,
    jsonSchema: { type: 'string', minLength: 1 },
  }),
  defaultTemplate: option(mountableTemplateType, {
    description: 'Size, Node and mounting tools of the default mountable template.',
    type: 'MountableTemplateOptions',
    expected: 'an object with cpuCount, memoryMB, nodeVersion, nodeSource or tools',
    isVital: true,
    jsonSchema: mountableTemplateJsonSchema,
  }),
  buildTimeoutMs: option(z.number().positive(), {
    description: 'Longest wait of a start for a template that has to be built, in milliseconds.',
    type: 'number',
    expected: 'a finite number of milliseconds above 0',
    defaultText: '80 % of `startTimeoutMs`',
  }),
  onBuildLog: option(z.custom<(entry: BuildLogEntry) => void>(isFunction), {
    description: 'Gets each line of the log of builds of templates.',
    type: '(entry) => void',
    expected: 'a function',
    stored: 'none',
  }),
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}
