import type { z } from 'zod'
import { optionsOf, type Option } from './option-facts.js'

/** The options as a Markdown table, for a README. */
export function optionsTable(schema: z.ZodType): string {
  const rows = optionsOf(schema).map((option) => row(cells(option)))
  return [row(['Option', 'Type', 'Default', 'What it does']), row(['---', '---', '---', '---']), ...rows].join('\n')
}

function cells({ name, facts }: Option): string[] {
  const secret = facts.secret ? ' Secret.' : ''
  return [code(name), code(facts.type), describeDefault(facts), `${facts.description}${secret}`]
}

function describeDefault({ default: value, defaultText, isRequired, environment = [] }: Option['facts']): string {
  const variables = environment.map(code)
  const last = value === undefined ? (defaultText ?? (isRequired ? 'required' : undefined)) : code(toText(value))
  return [...variables, ...(last === undefined ? [] : [last])].join(', else ')
}

/** As one would write it in a program. */
function toText(value: unknown): string {
  if (typeof value === 'number') return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${name}: ${toText(member)}`)
  return `{ ${members.join(', ')} }`
}

function code(text: string): string {
  return `\`${text}\``
}

function row(columns: readonly string[]): string {
  return `| ${columns.map((column) => column.replaceAll('|', String.raw`\|`)).join(' | ')} |`
}
