import { HttpFailure } from '../../../http/http-failure.js'
import type { Sandbox } from './sandbox.js'

/** Which sandboxes a list is to show. */
export interface ListQuery {
  readonly metadata: Readonly<Record<string, string>>
  readonly states: readonly string[]
  readonly startedAfter: Date | undefined
  readonly template: string | undefined
  readonly order: 'asc' | 'desc'
}

const knownStates: readonly string[] = ['running', 'paused']

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    throw new HttpFailure(400, 'Error parsing metadata', { cause: error })
  }
}

/** Clients encode the pairs, then the whole, and their library once more; the last was undone when the address was parsed. */
function parseMetadata(text: string | null): Record<string, string> {
  if (text === null || text === '') return {}
  const pairs = decode(text)
    .split('&')
    .map((pair): [string, string] => {
      const [key, value, ...rest] = pair.split('=')
      if (key === undefined || value === undefined || rest.length > 0) {
        throw new HttpFailure(400, 'Error parsing metadata')
      }
      return [decode(key), decode(value)]
    })
  return Object.fromEntries(pairs)
}

function parseStates(query: URLSearchParams): string[] {
  const states = query
    .getAll('state')
    .flatMap((text) => text.split(','))
    .filter((state) => state !== '')
  const unknown = states.find((state) => !knownStates.includes(state))
  if (unknown !== undefined) throw new HttpFailure(400, `Invalid state: ${unknown}`)
  return states
}

function parseTime(text: string | null): Date | undefined {
  if (text === null || text === '') return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new HttpFailure(400, `Invalid startedAfter: ${text}`)
  return time
}

function parseOrder(text: string | null): 'asc' | 'desc' {
  if (text === null || text === '') return 'desc'
  if (text !== 'asc' && text !== 'desc') throw new HttpFailure(400, `Invalid order: ${text}`)
  return text
}

export function parseListQuery(query: URLSearchParams): ListQuery {
  const template = query.get('template') ?? ''
  if (template.includes(':')) throw new HttpFailure(400, 'The template filter takes no tag')
  return {
    metadata: parseMetadata(query.get('metadata')),
    states: parseStates(query),
    startedAfter: parseTime(query.get('startedAfter')),
    template: template === '' ? undefined : template,
    order: parseOrder(query.get('order')),
  }
}

/** `templateId`: what the query's template means; undefined where it asks for none. */
export function isListed(sandbox: Sandbox, query: ListQuery, templateId: string | undefined): boolean {
  const { settings, phase, startedAt } = sandbox
  const state = phase === 'paused' ? 'paused' : 'running'
  const pairs = Object.entries(query.metadata)
  return (
    (query.states.length === 0 || query.states.includes(state)) &&
    (query.startedAfter === undefined || startedAt >= query.startedAfter) &&
    (query.template === undefined || settings.templateId === templateId) &&
    pairs.every(([key, value]) => Object.hasOwn(settings.metadata, key) && settings.metadata[key] === value)
  )
}
