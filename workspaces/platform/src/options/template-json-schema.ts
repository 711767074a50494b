import type { TemplateMethod } from '../templates/index.js'

const text = { type: 'string', minLength: 1, maxLength: 32_768 } as const
const texts = { anyOf: [text, { type: 'array', items: text, minItems: 1, maxItems: 512 }] } as const
const count = { type: 'integer', minimum: 1 } as const
const packages = { anyOf: [{ type: 'null' }, ...texts.anyOf] } as const
const variables = { type: 'object', additionalProperties: { type: 'string' } } as const

function switches(...names: readonly string[]): Record<string, unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]))
  return { type: 'object', properties, additionalProperties: false }
}

/** What each step of a template is given: what it needs, then what it may have. */
const methods = {
  cpuCount: [[count], []],
  memoryMB: [[count], []],
  runCmd: [[texts], []],
  setWorkdir: [[text], []],
  setEnvs: [[variables], []],
  aptInstall: [[texts], [switches('noInstallRecommends', 'fixMissing')]],
  pipInstall: [[], [packages, switches('g')]],
  npmInstall: [[], [packages, switches('g', 'dev')]],
} satisfies Record<TemplateMethod, readonly [needed: readonly unknown[], further: readonly unknown[]]>

const operations = Object.entries(methods).map(([method, [needed, further]]) => ({
  type: 'object',
  properties: {
    method: { const: method },
    args: {
      type: 'array',
      prefixItems: [...needed, ...further],
      items: false,
      minItems: needed.length,
      maxItems: needed.length + further.length,
    },
  },
  required: ['method', 'args'],
  additionalProperties: false,
}))

/** A template as editors make it: its definition, as JSON. */
export const templateJsonSchema: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {
    schemaVersion: { const: 1 },
    operations: { type: 'array', items: { oneOf: operations }, maxItems: 256 },
    family: { type: 'string', minLength: 1, maxLength: 200 },
  },
  required: ['schemaVersion', 'operations'],
  additionalProperties: false,
}
