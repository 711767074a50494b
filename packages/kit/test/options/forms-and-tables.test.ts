import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { option, optionsTable, toJsonSchema } from '../../src/options.js'
import { machineSchema } from './support/machine-options.js'

type Properties = Record<string, Record<string, unknown> | undefined>

describe('toJsonSchema', () => {
  const schema = toJsonSchema(machineSchema)
  const properties = schema['properties'] as Properties

  it('is plain data without zod', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(schema).not.toHaveProperty('required')
  })

  it('has descriptions, defaults and variables', () => {
    expect(properties['region']).toEqual({
      type: 'string',
      enum: ['eu', 'us'],
      description: 'Where machines are.',
      default: 'eu',
    })
    expect(properties['token']?.['description']).toBe('Token. Environment: MACHINE_TOKEN.')
  })

  it('marks exactly the secrets', () => {
    const secrets = Object.entries(properties).filter(([, property]) => property?.['writeOnly'] === true)
    expect(secrets.map(([name]) => name)).toEqual(['apiKey', 'token', 'env'])
  })

  it('leaves out what cannot be stored', () => {
    for (const name of ['onStart', 'onStop', 'onDestroy', 'logger']) expect(properties).not.toHaveProperty(name)
    expect(properties['image']).toMatchObject({ type: 'string' })
    expect(properties['instructions']).toMatchObject({ type: 'string' })
  })
})

describe('optionsTable', () => {
  const lines = optionsTable(machineSchema).split('\n')

  it('has a row for each option, in their order', () => {
    expect(lines[0]).toBe('| Option | Type | Default | What it does |')
    expect(lines[2]).toBe(String.raw`| ${'`region`'} | ${"`'eu' \\| 'us'`"} | ${"`'eu'`"} | Where machines are. |`)
    expect(lines).toHaveLength(2 + 7 + 11)
  })

  it('says where a value comes from, and which are secret', () => {
    const table = lines.join('\n')
    expect(table).toContain("| `MACHINE_URL`, else `'https://machines.example'` | Endpoint. |")
    expect(table).toContain('| `MACHINE_KEY`, else `OLD_MACHINE_KEY` | Key. Secret. |')
    expect(table).toContain('| `300_000` |')
    expect(table).toContain('| silence |')
  })
})

describe('schemas that are none', () => {
  it('refuses a type that is no object, and a member without facts', () => {
    expect(() => optionsTable(z.string())).toThrow(TypeError)
    expect(() => optionsTable(z.object({ a: z.string() }))).toThrow(/option a to be made by option\(\)/)
    const facts = { description: 'A.', type: 'string', expected: 'a string' }
    expect(optionsTable(z.object({ a: option(z.string(), facts) }))).toContain('| `a` | `string` |  | A. |')
  })
})
