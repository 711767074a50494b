import { z } from 'zod'

/** What is known of one option beside its type; everything else about it is derived from here. */
export interface OptionFacts {
  /** For people: what it does, in plain sentences. */
  readonly description: string
  /** Its type as TypeScript, for tables. */
  readonly type: string
  /** What a value must be, as it stands in errors after "expected". */
  readonly expected: string
  /** Filled in when the option is absent. */
  readonly default?: unknown
  /** Words for tables where the default is not a constant. */
  readonly defaultText?: string
  /** Without a value, from wherever, there is nothing to work with: its absence is an error. */
  readonly isRequired?: boolean
  /** Environment variables that stand in for an absent option, first one first. */
  readonly environment?: readonly string[]
  /** The value is never shown: not in errors, not in reports. */
  readonly secret?: boolean
  /** Members of the value that are secret as well, for example `password` of an option `proxy`. */
  readonly secretMembers?: readonly string[]
  /**
   * Where the option takes part in stored configurations. `both`, the default: editors offer it and reports show it. `form`:
   * editors offer it. `none`: neither, as for functions.
   */
  readonly stored?: 'both' | 'form' | 'none'
  /** A sandbox made without the value would be another one: what could not be stored of it has to be given anew. */
  readonly isVital?: boolean
  /** Takes the place of the derived JSON Schema, for types that have none. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>
}

/** One option of a schema. */
export interface Option {
  readonly name: string
  readonly schema: z.ZodType
  readonly facts: OptionFacts
}

const registry = z.registry<OptionFacts>()

/** Makes an option of a type and its facts. Absent and `undefined` are the same. */
export function option<Schema extends z.ZodType>(schema: Schema, facts: OptionFacts): z.ZodOptional<Schema> {
  const optional = z.optional(schema)
  registry.add(optional, facts)
  return optional
}

/** The options of a schema, in its order. Throws a `TypeError` for a schema that is not an object of options. */
export function optionsOf(schema: z.ZodType): readonly Option[] {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Expected a zod object of options')
  const members: [string, z.ZodType][] = Object.entries(schema.shape)
  return members.map(([name, member]) => {
    const facts = registry.get(member)
    if (facts === undefined) throw new TypeError(`Expected option ${name} to be made by option()`)
    return { name, schema: member, facts }
  })
}
