import { HttpFailure } from '../../../http/http-failure.js'
import type { Sandbox } from './sandbox.js'
import { destructionTime } from './sandbox-views.js'

type Test = (sandbox: Sandbox) => boolean

interface SortKey {
  readonly value: number | string
  /** Among equals. */
  readonly sequence: number
}

/** Which sandboxes a list is to show. */
export interface ListQuery {
  fits(sandbox: Sandbox): boolean
  /** What the place of a sandbox in the list depends on. */
  key(sandbox: Sandbox): SortKey
  compare(a: SortKey, b: SortKey): number
  /** Changes whenever the order does: a cursor is for one order only. */
  readonly orderName: string
}

function parseLabels(text: string): [string, string][] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new HttpFailure(400, 'Invalid labels JSON format', { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpFailure(400, 'Invalid labels JSON format')
  }
  return Object.entries(value).map(([key, label]) => [key, String(label)])
}

function prefixTest(query: URLSearchParams, name: 'id' | 'name'): Test[] {
  const prefix = query.get(name)?.toLowerCase() ?? ''
  return prefix === '' ? [] : [(sandbox) => sandbox[name].toLowerCase().startsWith(prefix)]
}

function labelTest(query: URLSearchParams): Test[] {
  const text = query.get('labels') ?? ''
  if (text === '') return []
  const pairs = parseLabels(text)
  return [({ labels }) => pairs.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)]
}

/** Several may be repeated, or separated by commas, as older clients do. */
function listOf(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '')
}

function oneOfTest(query: URLSearchParams, name: string, read: (sandbox: Sandbox) => string | undefined): Test[] {
  const wanted = listOf(query, name)
  return wanted.length === 0 ? [] : [(sandbox) => wanted.includes(read(sandbox) ?? '')]
}

function rangeTests(query: URLSearchParams, name: string, read: (sandbox: Sandbox) => number): Test[] {
  const bounds = [
    ['min', (value: number, bound: number) => value >= bound],
    ['max', (value: number, bound: number) => value <= bound],
  ] as const
  return bounds.flatMap(([prefix, holds]) => {
    const text = query.get(prefix + name) ?? ''
    if (text === '') return []
    const bound = Number(text)
    if (Number.isNaN(bound)) throw new HttpFailure(400, `${prefix}${name} must be a number`)
    return [(sandbox: Sandbox) => holds(read(sandbox), bound)]
  })
}

function timeTests(query: URLSearchParams, name: string, read: (sandbox: Sandbox) => Date | undefined): Test[] {
  const bounds = [
    ['After', (value: number, bound: number) => value > bound],
    ['Before', (value: number, bound: number) => value < bound],
  ] as const
  return bounds.flatMap(([suffix, holds]) => {
    const text = query.get(name + suffix) ?? ''
    if (text === '') return []
    const bound = new Date(text).getTime()
    if (Number.isNaN(bound)) throw new HttpFailure(400, `${name}${suffix} must be a valid ISO 8601 date string`)
    return [(sandbox: Sandbox) => holds(read(sandbox)?.getTime() ?? Number.NaN, bound)]
  })
}

function flagTest(query: URLSearchParams, name: string, read: (sandbox: Sandbox) => boolean): Test[] {
  const text = query.get(name) ?? ''
  if (text === '') return []
  return [(sandbox) => String(read(sandbox)) === text]
}

const sortFields: Readonly<Record<string, (sandbox: Sandbox) => number | string>> = {
  name: ({ name }) => name,
  cpu: ({ resources }) => resources.cpu,
  memoryGib: ({ resources }) => resources.memory,
  diskGib: ({ resources }) => resources.disk,
  lastActivityAt: ({ lastActivityAt }) => lastActivityAt.getTime(),
  createdAt: ({ createdAt }) => createdAt.getTime(),
}

function parseOrder(query: URLSearchParams): Omit<ListQuery, 'fits'> {
  const sort = query.get('sort') ?? 'lastActivityAt'
  const order = query.get('order') ?? 'desc'
  const read = Object.hasOwn(sortFields, sort) ? sortFields[sort] : undefined
  if (read === undefined) throw new HttpFailure(400, `sort must be one of: ${Object.keys(sortFields).join(', ')}`)
  if (order !== 'asc' && order !== 'desc') throw new HttpFailure(400, 'order must be one of: asc, desc')
  const direction = order === 'asc' ? 1 : -1
  return {
    orderName: `${sort} ${order}`,
    key: (sandbox) => ({ value: read(sandbox), sequence: sandbox.sequence }),
    compare: (a, b) => {
      if (a.value === b.value) return direction * (a.sequence - b.sequence)
      return a.value < b.value ? -direction : direction
    },
  }
}

/** What is to be deleted and could not be started is nothing that clients care for. */
function isShown({ state, desired }: Sandbox): boolean {
  return state !== 'destroyed' && !(state === 'error' && desired === 'destroyed')
}

/** Throws a 400 for what is not understood. */
export function parseListQuery(query: URLSearchParams, minuteMs: number): ListQuery {
  if (listOf(query, 'states').includes('destroyed')) throw new HttpFailure(400, 'states must not contain destroyed')
  const tests: readonly Test[] = [
    isShown,
    ...prefixTest(query, 'id'),
    ...prefixTest(query, 'name'),
    ...labelTest(query),
    ...oneOfTest(query, 'states', ({ state }) => state),
    ...oneOfTest(query, 'snapshots', ({ settings }) => settings.snapshot),
    ...oneOfTest(query, 'regionIds', ({ settings }) => settings.target),
    ...oneOfTest(query, 'regions', ({ settings }) => settings.target),
    ...rangeTests(query, 'Cpu', ({ resources }) => resources.cpu),
    ...rangeTests(query, 'MemoryGiB', ({ resources }) => resources.memory),
    ...rangeTests(query, 'DiskGiB', ({ resources }) => resources.disk),
    ...flagTest(query, 'isPublic', ({ settings }) => settings.isPublic),
    ...flagTest(query, 'isRecoverable', ({ recoverable }) => recoverable),
    ...timeTests(query, 'createdAt', ({ createdAt }) => createdAt),
    ...timeTests(query, 'lastEvent', ({ lastActivityAt }) => lastActivityAt),
    ...timeTests(query, 'autoDestroyAt', (sandbox) => destructionTime(sandbox, minuteMs)),
  ]
  return { ...parseOrder(query), fits: (sandbox) => tests.every((test) => test(sandbox)) }
}
