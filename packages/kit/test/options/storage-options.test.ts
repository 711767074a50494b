import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  option,
  optionsTable,
  resolveOptions,
  storageOptionShape,
  toJsonSchema,
  type StorageOptions,
} from '../../src/options.js'

interface BoxOptions extends StorageOptions {
  box?: string | undefined
}

const schema: z.ZodType<BoxOptions> = z.strictObject({
  box: option(z.string().min(1), {
    description: 'The box.',
    type: 'string',
    expected: 'the name of a box',
    isRequired: true,
    environment: ['BOX'],
  }),
  ...storageOptionShape,
})

const resolve = (given: BoxOptions, environment = {}): BoxOptions =>
  resolveOptions(schema, given, { owner: 'Box', environment }).options

describe('a required option', () => {
  it.each([[{}], [{ box: undefined }], [{ box: '' }]])(
    'missing in %j is an error that names it and its variable',
    (given) => {
      expect(() => resolve(given)).toThrow(
        'Invalid Box option box (environment variable BOX): expected the name of a box, got undefined',
      )
    },
  )

  it('may come from the environment', () => {
    expect(resolve({}, { BOX: 'b' })).toMatchObject({ box: 'b' })
  })

  it('is required in the table, and in the schema of editors only where the environment cannot give it', () => {
    expect(optionsTable(schema)).toContain('| `BOX`, else required |')
    expect(toJsonSchema(schema)).not.toHaveProperty('required')
    const facts = { description: 'Its key.', type: 'string', expected: 'a key', isRequired: true }
    expect(toJsonSchema(z.strictObject({ key: option(z.string(), facts) }))).toMatchObject({ required: ['key'] })
  })
})

describe('options of storage', () => {
  it('are all accepted, and filled in', () => {
    const given = {
      id: 'a',
      prefix: 'b',
      displayName: 'c',
      icon: 'd',
      description: 'e',
      instructions: '',
      textExtensions: ['f'],
    }
    expect(resolve({ ...given, box: 'b' })).toEqual({ ...given, box: 'b', readOnly: false })
  })

  it.each<[StorageOptions]>([
    [{ id: '' }],
    [{ id: 'a\nb' }],
    [{ displayName: '\0' }],
    [{ instructions: 1 as never }],
    [{ readOnly: 'yes' as never }],
    [{ onInit: {} as never }],
    [{ textExtensions: [''] }],
  ])('%j is refused by name', (given) => {
    const [name = ''] = Object.keys(given)
    expect(() => resolve({ ...given, box: 'b' })).toThrow(`option ${name}`)
  })

  it('keeps functions out of forms', () => {
    expect(toJsonSchema(schema)).toMatchObject({ properties: { readOnly: { type: 'boolean', default: false } } })
    expect(toJsonSchema(schema)).not.toHaveProperty('properties.onInit')
  })
})
