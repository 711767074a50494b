import type { Random } from './random.js'
import { type FuzzTarget, type RawRequest, raw, json, key, sandboxPath } from './raw-request.js'

const controlRoutes = [
  ['POST', '/v2/sandboxes'],
  ['POST', '/sandboxes'],
  ['POST', '/v2/sandboxes/{id}/connect'],
  ['POST', '/sandboxes/{id}/resume'],
  ['POST', '/sandboxes/{id}/timeout'],
  ['POST', '/sandboxes/{id}/refreshes'],
  ['PUT', '/sandboxes/{id}/network'],
  ['POST', '/sandboxes/{id}/fork'],
  ['POST', '/sandboxes/{id}/snapshots'],
  ['POST', '/v3/templates'],
  ['POST', '/templates/tags'],
  ['DELETE', '/templates/tags'],
  ['POST', '/v2/templates/base/builds/none'],
  ['GET', '/templates/base/files/..%2f..%2fetc'],
  ['GET', '/templates/aliases/%00'],
  ['PUT', '/emulator/uploads/..%2f..%2fx'],
] as const

const members = ['templateID', 'metadata', 'envVars', 'timeout', 'network', 'secure', 'autoPause', 'autoResume']
const more = ['allowOut', 'rules', 'name', 'tags', 'target', 'steps', 'count', 'duration', 'memory', 'cpuCount']

const plainValues: readonly unknown[] = [null, true, -1, 0, 1.5, 1e300, '', 'x', '../..', '\0', [], {}, [[]], { a: 1 }]

const values: readonly unknown[] = [
  ...plainValues,
  [1, null],
  'base:x',
  ':',
  'a/b/c',
  'x'.repeat(5000),
  { __proto__: null },
  { constructor: { prototype: 1 } },
]

export function wrongTypes(random: Random, target: FuzzTarget): RawRequest {
  const [method, path] = random.pick(controlRoutes)
  const names = [...members, ...more]
  const chosen = Array.from({ length: 1 + random.below(4) }, () => [random.pick(names), random.pick(values)])
  const body: unknown = random.below(6) === 0 ? random.pick(values) : Object.fromEntries(chosen)
  const text = Buffer.from(JSON.stringify(body) ?? 'null')
  return {
    kind: 'wrong types',
    bytes: raw({ method, path: sandboxPath(path, random, target), headers: [key, json], body: text }),
  }
}

export function badJson(random: Random, target: FuzzTarget): RawRequest {
  const [method, path] = random.pick(controlRoutes)
  const body = random.pick([
    Buffer.from('{"templateID":'),
    Buffer.from('['.repeat(20_000)),
    Buffer.from(random.text(40)),
    random.bytes(60),
    Buffer.from('{"a":1}{"b":2}'),
  ])
  return {
    kind: 'bad JSON',
    bytes: raw({ method, path: sandboxPath(path, random, target), headers: [key, json], body }),
  }
}

export function badQuery(random: Random): RawRequest {
  const names = [
    'metadata',
    'state',
    'limit',
    'nextToken',
    'order',
    'template',
    'startedAfter',
    'logsOffset',
    'sandboxID',
  ]
  const query = `${random.pick(names)}=${encodeURIComponent(random.text(30))}&${random.pick(names)}=${random.text(5, '%ab1')}`
  const path = random.pick([
    '/v2/sandboxes',
    '/snapshots',
    '/sandboxes',
    '/templates/base/tags',
    '/templates/base/builds/x/status',
  ])
  return { kind: 'bad query', bytes: raw({ method: 'GET', path: `${path}?${query}`, headers: [key] }) }
}
