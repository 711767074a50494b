import { own, type JsonSchemaNode } from './json-schema.js'

/** Bounds that say no more than "a safe integer", which schema libraries add to every integer. */
const emptyBounds: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])

const constraints = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

/** The lines to tell about a schema: its description, and what a TypeScript type cannot say. */
export function documentationLines(node: JsonSchemaNode): string[] {
  const lines: string[] = []
  const description = own(node, 'description') ?? own(node, 'title')
  if (typeof description === 'string' && description.trim() !== '') lines.push(...description.trim().split(/\r?\n/))
  const format = own(node, 'format')
  if (typeof format === 'string') lines.push(`@format ${format}`)
  const pattern = own(node, 'pattern')
  // A format's pattern only repeats, at length, what the format says.
  if (typeof pattern === 'string' && typeof format !== 'string') lines.push(`@pattern ${pattern}`)
  for (const name of constraints) {
    const value = own(node, name)
    const isTold = Array.isArray(own(node, 'prefixItems')) && name.endsWith('Items')
    if (typeof value === 'number' && !emptyBounds.has(value) && !isTold) lines.push(`@${name} ${value}`)
  }
  if (Object.hasOwn(node, 'default')) lines.push(`@default ${JSON.stringify(node['default'])}`)
  if (own(node, 'deprecated') === true) lines.push('@deprecated')
  return lines
}

/** A documentation comment, without a line end; `''` when there is nothing to tell. */
export function comment(lines: readonly string[], indent = ''): string {
  const safe = lines.flatMap((line) => line.split(/[\r\n\u2028\u2029]+/)).map((line) => line.replaceAll('*/', '* /'))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0] ?? ''} */`
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}
