import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useEmulator } from './start.js'

const context = useEmulator()
const sandboxes: Sandbox[] = []

beforeAll(async () => {
  for (const index of [0, 1, 2, 3]) {
    const metadata = { index: String(index), odd: 'x y&=ü%20+' }
    sandboxes.push(await Sandbox.create({ ...context.connection, metadata }))
  }
  await sandboxes[0]?.pause()
})

afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.kill()
})

const idsOf = (items: readonly { readonly sandboxId: string }[]): string[] => items.map(({ sandboxId }) => sandboxId)

test('lists the newest first', async () => {
  const items = await Sandbox.list({ ...context.connection }).nextItems()
  expect(idsOf(items)).toEqual(idsOf(sandboxes).toReversed())
})

test('finds metadata with any characters, all pairs of it', async () => {
  const query = { metadata: { odd: 'x y&=ü%20+', index: '2' } }
  const items = await Sandbox.list({ ...context.connection, query }).nextItems()
  expect(idsOf(items)).toEqual(idsOf(sandboxes.slice(2, 3)))
  expect(items[0]?.metadata).toEqual(query.metadata)
})

test('finds states', async () => {
  const paused = await Sandbox.list({ ...context.connection, query: { state: ['paused'] } }).nextItems()
  expect(idsOf(paused)).toEqual(idsOf(sandboxes.slice(0, 1)))
  const running = await Sandbox.list({ ...context.connection, query: { state: ['running'] } }).nextItems()
  expect(running).toHaveLength(3)
})

test('gives pages that do not move when sandboxes come', async () => {
  const paginator = Sandbox.list({ ...context.connection, limit: 2 })
  const first = await paginator.nextItems()
  const extra = await Sandbox.create({ ...context.connection })
  try {
    const second = await paginator.nextItems()
    expect(idsOf([...first, ...second])).toEqual(idsOf(sandboxes).toReversed())
    expect(paginator.hasNext).toBe(false)
  } finally {
    await extra.kill()
  }
})

const headers = { 'X-API-KEY': 'key' }

test('lists the oldest first when asked, counts what runs', async () => {
  const response = await fetch(`${context.emulator.url}/v2/sandboxes?order=asc&limit=2`, { headers })
  const rows = (await response.json()) as { sandboxID: string }[]
  expect(rows.map(({ sandboxID }) => sandboxID)).toEqual(idsOf(sandboxes.slice(0, 2)))
  expect(response.headers.get('x-total-running')).toBe('3')
  expect(response.headers.get('x-next-token')).not.toBe('')
})

test.each([
  ['metadata=a', 'Error parsing metadata'],
  ['metadata=a%253Db%253Dc', 'Error parsing metadata'],
  ['metadata=%25', 'Error parsing metadata'],
  ['limit=0', 'Invalid limit: 0'],
  ['nextToken=zzz', 'Invalid next token'],
  ['order=up', 'Invalid order: up'],
  ['state=gone', 'Invalid state: gone'],
  ['template=base:v1', 'The template filter takes no tag'],
  ['startedAfter=soon', 'Invalid startedAfter: soon'],
])('refuses %s', async (query, message) => {
  const response = await fetch(`${context.emulator.url}/v2/sandboxes?${query}`, { headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 400, message })
})
