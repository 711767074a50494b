import { generateStubs, jsonSchemaToTsString, sanitizeToolId } from '@caisson/core'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { compile } from './support/compile.js'

const execute = (): void => undefined

/** The declaration of one tool, which must compile. */
function declare(inputSchema: unknown, outputSchema?: unknown, description?: string): string {
  const [stub] = generateStubs({ t: { execute, inputSchema, outputSchema, description } })
  const declaration = stub?.declaration ?? ''
  expect(compile(declaration)).toEqual([])
  return declaration
}

/** Which of some expressions are not accepted as the tool's input. */
function rejected(declaration: string, values: readonly string[]): string[] {
  const lines = values.map((value) => `external_t(${value});`)
  const offset = declaration.split('\n').length
  const wrong = new Set(compile([declaration, ...lines].join('\n')).map(({ line }) => line - offset - 1))
  return values.filter((_, at) => wrong.has(at))
}

interface SchemaCase {
  readonly name: string
  readonly schema: unknown
  readonly type: string
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

const node = { type: 'object', properties: { v: { type: 'number' }, next: { $ref: '#/$defs/N' } }, required: ['v'] }

const schemaCases: readonly SchemaCase[] = [
  {
    name: 'nullable by type',
    schema: { type: ['string', 'null'] },
    type: 'string | null',
    good: ['"a"', 'null'],
    bad: ['1'],
  },
  {
    name: 'nullable of OpenAPI',
    schema: { type: 'string', nullable: true },
    type: 'string | null',
    good: ['null'],
    bad: ['1'],
  },
  {
    name: 'union by type',
    schema: { type: ['string', 'number'] },
    type: 'string | number',
    good: ['"a"', '1'],
    bad: ['null'],
  },
  { name: 'integer', schema: { type: 'integer' }, type: 'number', good: ['1'], bad: ['"1"'] },
  {
    name: 'enum',
    schema: { enum: ['a', 1, null, true] },
    type: '"a" | 1 | null | true',
    good: ['"a"', 'null'],
    bad: ['"b"', 'false'],
  },
  {
    name: 'const object',
    schema: { const: { a: [1] } },
    type: '{ a: [1] }',
    good: ['{ a: [1] }'],
    bad: ['{ a: [2] }'],
  },
  {
    name: 'array of a union [BR-176]',
    schema: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    type: '(string | number)[]',
    good: ['["a", 1]'],
    bad: ['"a"', '[true]'],
  },
  {
    name: 'array of nullable [BR-176]',
    schema: { items: { type: ['string', 'null'] } },
    type: '(string | null)[]',
    good: ['[null]'],
    bad: ['null'],
  },
  {
    name: 'array of enum [BR-176]',
    schema: { items: { enum: ['a', 'b'] } },
    type: '("a" | "b")[]',
    good: ['["a"]'],
    bad: ['"a"', '["c"]'],
  },
  {
    name: 'array of an intersection [BR-176]',
    schema: {
      items: {
        allOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'number' } }, required: ['b'] },
        ],
      },
    },
    type: '({ a: string } & { b: number })[]',
    good: ['[{ a: "x", b: 1 }]'],
    bad: ['[{ a: "x" }]', '{ a: "x" }'],
  },
  {
    name: 'tuple [BR-176]',
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    type: '[string, number]',
    good: ['["a", 1]'],
    bad: ['["a"]', '["a", 1, 2]', '[1, "a"]'],
  },
  {
    name: 'tuple with optional end and rest',
    schema: {
      prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }],
      items: { type: 'boolean' },
      minItems: 1,
    },
    type: '[string, (number | null)?, ...boolean[]]',
    good: ['["a"]', '["a", null, true]'],
    bad: ['[]', '["a", 1, 2]'],
  },
  {
    name: 'tuple of draft-07',
    schema: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    type: '[string, ...number[]]',
    good: ['["a", 1]'],
    bad: ['["a", "b"]'],
  },
  {
    name: 'no items allowed [BR-176]',
    schema: { type: 'array', items: false },
    type: '[]',
    good: ['[]'],
    bad: ['[1]'],
  },
  { name: 'empty object', schema: { type: 'object' }, type: 'Record<string, unknown>', good: ['{ a: 1 }'], bad: ['1'] },
  {
    name: 'closed empty object',
    schema: { type: 'object', additionalProperties: false },
    type: 'Record<string, never>',
    good: ['{}'],
    bad: ['{ a: 1 }'],
  },
  {
    name: 'map',
    schema: { additionalProperties: { type: 'number' } },
    type: 'Record<string, number>',
    good: ['{ a: 1 }'],
    bad: ['{ a: "x" }'],
  },
  {
    name: 'properties and others',
    schema: { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    type: '{ a?: string; [key: string]: number | string | undefined }',
    good: ['{ a: "x", b: 1 }', '{}'],
    bad: ['{ a: 1 }', '{ b: true }'],
  },
  {
    name: 'patternProperties',
    schema: { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    type: 'Record<string, string>',
    good: ['{ "x-a": "b" }'],
    bad: ['{ "x-a": 1 }'],
  },
  {
    name: 'names by enumeration',
    schema: {
      type: 'object',
      propertyNames: { enum: ['a', 'b'] },
      additionalProperties: { type: 'number' },
      required: ['a'],
    },
    type: '{ a: number; b?: number }',
    good: ['{ a: 1 }'],
    bad: ['{}', '{ a: 1, c: 1 }'],
  },
  {
    name: 'alternatives beside properties',
    schema: {
      properties: { a: { type: 'string' } },
      required: ['a'],
      oneOf: [
        { properties: { b: { const: 1 } }, required: ['b'] },
        { properties: { c: { const: 2 } }, required: ['c'] },
      ],
    },
    type: '{ a: string } & ({ b: 1 } | { c: 2 })',
    good: ['{ a: "x", b: 1 }', '{ a: "x", c: 2 }'],
    bad: ['{ a: "x" }', '{ b: 1 }'],
  },
  {
    name: 'readOnly',
    schema: { properties: { a: { type: 'string', readOnly: true } } },
    type: '{ readonly a?: string }',
    good: ['{ a: "x" }'],
    bad: ['{ a: 1 }'],
  },
  { name: 'anything', schema: true, type: 'unknown', good: ['1'], bad: [] },
  { name: 'nothing', schema: false, type: 'never', good: [], bad: ['1'] },
  { name: 'unknown type', schema: { type: 'date' }, type: 'unknown', good: ['1'], bad: [] },
]

describe('JSON Schema becomes TypeScript', () => {
  test.each(schemaCases)('$name', ({ schema, type, good, bad }) => {
    expect(jsonSchemaToTsString(schema)).toBe(type)
    const declaration = declare(schema)
    expect(rejected(declaration, [...good, ...bad])).toEqual(bad)
  })

  it('keeps odd property names [BR-180]', () => {
    const keys = ['a-b', '1a', 'class', 'a b', "q'q", 'd"d', '__proto__', 'constructor', '', 'é', '$x']
    const properties = JSON.parse(
      `{${keys.map((key) => `${JSON.stringify(key)}:{"type":"number"}`).join(',')}}`,
    ) as object
    const required = declare({ type: 'object', properties, required: keys, additionalProperties: { type: 'string' } })
    const optional = declare({ type: 'object', properties })
    for (const key of keys) {
      const use = `declare const v: Parameters<typeof external_t>[0]; check<number>(v[${JSON.stringify(key)}]);`
      expect([key, compile(`${required}\n${use}`)]).toEqual([key, []])
      expect([key, rejected(optional, [`{ ${JSON.stringify(key)}: true }`]).length]).toEqual([key, 1])
    }
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false)
  })

  it('follows references, also escaped ones, and none out of the document [BR-178]', () => {
    const schema = {
      $defs: { A: { type: 'string' }, 'a/b': { type: 'number' }, 'sp ace': { type: 'boolean' } },
      definitions: { A: { type: 'null' } },
      properties: {
        x: { const: 7 },
        a: { $ref: '#/$defs/A' },
        b: { $ref: '#/definitions/A' },
        c: { $ref: '#/$defs/a~1b' },
        d: { $ref: '#/$defs/sp%20ace' },
        e: { $ref: '#/properties/x' },
        f: { $ref: '#/$defs/None' },
        g: { $ref: 'https://example.test/schema.json' },
        h: { $ref: '#/$defs/%' },
        i: { $ref: '#/constructor/prototype' },
      },
      required: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    }
    const inline =
      '{ x?: 7; a: string; b: null; c: number; d: boolean; e: 7; f: unknown; g: unknown; h?: unknown; i?: unknown }'
    expect(jsonSchemaToTsString(schema)).toBe(inline)
    const declaration = declare(schema)
    const good = '{ a: "s", b: null, c: 1, d: true, e: 7, f: 1, g: 1 }'
    const bad = ['a: 1', 'b: 1', 'c: "s"', 'd: 1', 'e: 8'].map((wrong) => `{ ...${good}, ${wrong} }`)
    expect(rejected(declaration, [good, ...bad])).toEqual(bad)
  })

  it('declares types that refer to themselves [BR-178]', () => {
    const declaration = declare({ $ref: '#/$defs/N', $defs: { N: node } })
    expect(rejected(declaration, ['{ v: 1, next: { v: 2 } }', '{ v: 1, next: { v: "x" } }'])).toEqual([
      '{ v: 1, next: { v: "x" } }',
    ])
    const root = declare({ type: 'object', properties: { sub: { $ref: '#' } }, additionalProperties: false })
    expect(rejected(root, ['{ sub: { sub: {} } }', '{ sub: { sub: 1 } }'])).toEqual(['{ sub: { sub: 1 } }'])
    declare({
      $ref: '#/$defs/A',
      $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }, { type: 'null' }] }, B: { $ref: '#/$defs/A' } },
    })
    declare({ $ref: '#/$defs/M', $defs: { M: { type: 'object', additionalProperties: { $ref: '#/$defs/M' } } } })
    expect(jsonSchemaToTsString({ $ref: '#/$defs/N', $defs: { N: node } })).toBe('{ v: number; next?: unknown }')
  })

  it('stays small where definitions refer to each other many times', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `D${at}`,
        { properties: { a: { $ref: `#/$defs/D${at + 1}` }, b: { $ref: `#/$defs/D${at + 1}` } } },
      ]),
    )
    expect(declare({ $ref: '#/$defs/D0', $defs }).length).toBeLessThan(10_000)
    expect(jsonSchemaToTsString({ $ref: '#/$defs/D0', $defs }).length).toBeLessThan(1_000_000)
  })
})

describe('stubs', () => {
  it('come from zod without losses', () => {
    const Tree = z.object({
      v: z.number(),
      get kids() {
        return z.array(Tree)
      },
    })
    const declaration = declare(
      z.object({
        name: z.string().nullable().describe('Full name'),
        either: z.union([z.string(), z.number()]).array(),
        pair: z.tuple([z.string(), z.number()]),
        when: z.iso.datetime().optional(),
        kind: z.discriminatedUnion('k', [
          z.object({ k: z.literal('a'), n: z.number() }),
          z.object({ k: z.literal('b') }),
        ]),
        count: z.int().min(1).max(10).default(5),
        tree: Tree,
        day: z.date().optional(),
      }),
      z.array(z.string().nullable()),
      'Does */ it',
    )
    expect(declaration).toContain('/** Does * / it */')
    expect(declaration).toContain('/** Full name */')
    expect(declaration).toContain('@format date-time')
    expect(declaration).toContain('@minimum 1')
    expect(declaration).toContain('@default 5')
    expect(declaration).toContain('): Promise<(string | null)[]>;')
    const good =
      '{ name: null, either: ["a", 1], pair: ["a", 1], kind: { k: "b" }, tree: { v: 1, kids: [{ v: 2, kids: [] }] } }'
    const bad = ['name: undefined', 'either: [null]', 'pair: ["a"]', 'kind: { k: "a" }', 'tree: { v: 1, kids: [{}] }']
    const values = bad.map((wrong) => `{ ...${good}, ${wrong} }`)
    expect(rejected(declaration, [good, ...values])).toEqual(values)
  })

  it('come from any schema library that converts itself, from wrapped and from plain JSON Schema', () => {
    const json = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    const jsonSchema = { input: () => json, output: () => json }
    const library = { '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }), jsonSchema } }
    for (const schema of [json, { jsonSchema: json }, library, Object.assign(() => undefined, library)]) {
      expect(declare(schema)).toBe('declare function external_t(input: { a: string }): Promise<unknown>;')
    }
  })

  it('of a schema that cannot be converted, or of none, take anything or nothing', () => {
    const fails = (): never => {
      throw new TypeError('cannot')
    }
    const broken = {
      '~standard': { version: 1, vendor: 'x', validate: fails, jsonSchema: { input: fails, output: fails } },
    }
    for (const schema of [undefined, { '~standard': { version: 1, vendor: 'x', validate: fails } }]) {
      expect(declare(schema)).toBe('declare function external_t(input?: unknown): Promise<unknown>;')
    }
    expect(declare(broken)).toContain('unknown')
    expect(declare(z.object({ a: z.string().optional() }))).toContain('input?: { a?: string }')
  })

  it('have names of their own, and tools that would share one are refused', () => {
    expect(['a-b', '9x', '', 'ok$', 'ä'].map(sanitizeToolId)).toEqual(['a_b', '_9x', '_', 'ok$', '_'])
    expect(() => generateStubs({ 'a-b': { execute }, a_b: { execute } })).toThrow(
      'Code Mode tool id collision: "a-b" and "a_b" both map to external_a_b',
    )
    const recursive = { $ref: '#/$defs/N', $defs: { N: node } }
    const stubs = generateStubs({
      a: { execute, inputSchema: recursive, outputSchema: recursive },
      b: { execute, inputSchema: recursive },
    })
    expect(compile(stubs.map(({ declaration }) => declaration).join('\n'))).toEqual([])
  })
})
