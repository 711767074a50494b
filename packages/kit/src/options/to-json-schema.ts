import { z } from 'zod'
import { optionsOf, type Option } from './option-facts.js'
import { notStoredName } from './stored-options.js'

/**
 * The options that an editor can offer, as JSON Schema: descriptions, defaults, secrets with `writeOnly: true`. Functions and
 * other options that cannot be stored are left out.
 */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const options = optionsOf(schema).filter(({ facts }) => facts.stored !== 'none')
  const properties: Record<string, unknown> = {}
  for (const option of options) properties[option.name] = toProperty(option)
  if (options.some(({ facts }) => facts.isVital)) {
    properties[notStoredName] = {
      type: 'array',
      items: { type: 'string' },
      readOnly: true,
      description: 'What could not be stored and has to be given anew.',
    }
  }
  // What the environment may give is not missing where it is not stored.
  const required = options.filter(({ facts }) => facts.isRequired && !facts.environment).map(({ name }) => name)
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false }
}

function toProperty({ schema, facts }: Option): Record<string, unknown> {
  const { $schema: _, ...derived } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const variables = facts.environment ? ` Environment: ${facts.environment.join(', ')}.` : ''
  return {
    ...(facts.jsonSchema ?? derived),
    description: `${facts.description}${variables}`,
    ...(facts.default === undefined ? {} : { default: facts.default }),
    ...(facts.secret ? { writeOnly: true } : {}),
  }
}
