import { DaytonaValidationError, type Sandbox } from '@daytonaio/sdk'
import { expect, test } from 'vitest'
import { objectOf, useEmulator } from './start.js'

const context = useEmulator({ transitionMs: 0, snapshots: ['other'] })

type Query = Parameters<typeof context.daytona.list>[0]

async function namesOf(query?: Query): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of context.daytona.list(query)) names.push(name)
  return names
}

async function createThree(): Promise<[Sandbox, Sandbox, Sandbox]> {
  const first = await context.create({ name: 'Web-1', labels: { team: 'blue', kind: 'web' } })
  const second = await context.create({ name: 'web-2', labels: { team: 'red', kind: 'web' }, snapshot: 'other' })
  const third = await context.create({ name: 'db', labels: { team: 'blue' }, public: true, ttlMinutes: 90 })
  return [first, second, third]
}

test('shows the latest active first, page by page', async () => {
  const [first] = await createThree()
  expect(await namesOf()).toEqual(['db', 'web-2', 'Web-1'])
  await first.refreshActivity()
  expect(await namesOf({ limit: 1 })).toEqual(['Web-1', 'db', 'web-2'])
  expect(context.emulator.journal.count({ route: 'GET /sandbox' })).toBe(4)
})

test('filters', async () => {
  const [first, second] = await createThree()
  await first.stop()
  const created = new Date(second.createdAt ?? '')
  const filtered: readonly (readonly [NonNullable<Query>, readonly string[]])[] = [
    [{ name: 'WEB' }, ['web-2', 'Web-1']],
    [{ id: first.id.slice(0, 13).toUpperCase() }, ['Web-1']],
    [{ labels: { team: 'blue' } }, ['db', 'Web-1']],
    [{ labels: { team: 'blue', kind: 'web' } }, ['Web-1']],
    [{ labels: { team: 'green' } }, []],
    [{ states: ['stopped'] }, ['Web-1']],
    [{ states: ['started', 'stopped'], name: 'web' }, ['web-2', 'Web-1']],
    [{ snapshots: ['other'] }, ['web-2']],
    [{ targets: ['eu'] }, []],
    [{ isPublic: true }, ['db']],
    [{ isPublic: false }, ['web-2', 'Web-1']],
    [{ isRecoverable: true }, []],
    [{ minCpu: 2 }, []],
    [{ maxCpu: 1, minMemoryGib: 1, maxDiskGib: 3 }, ['db', 'web-2', 'Web-1']],
    [{ createdAtAfter: created }, ['db']],
    [{ createdAtBefore: created }, ['Web-1']],
    [{ autoDestroyAtAfter: new Date() }, ['db']],
    [{ autoDestroyAtBefore: new Date() }, []],
    [{ lastActivityAfter: new Date(Date.now() + 1000) }, []],
  ]
  const found = await Promise.all(filtered.map(async ([query]) => [query, await namesOf(query)]))
  expect(found).toEqual(filtered)
})

test('sorts', async () => {
  await createThree()
  expect(await namesOf({ sort: 'name', order: 'asc' })).toEqual(['Web-1', 'db', 'web-2'])
  expect(await namesOf({ sort: 'createdAt', order: 'asc', limit: 2 })).toEqual(['Web-1', 'web-2', 'db'])
  expect(await namesOf({ sort: 'cpu', order: 'desc', limit: 1 })).toEqual(['db', 'web-2', 'Web-1'])
})

test('goes on where it was, whatever is removed meanwhile', async () => {
  const [, second] = await createThree()
  const rows = context.daytona.list({ limit: 1, sort: 'createdAt', order: 'asc' })
  expect((await rows.next()).value?.name).toBe('Web-1')
  await second.delete(5, true)
  expect((await rows.next()).value?.name).toBe('db')
  expect((await rows.next()).done).toBe(true)
})

test('has less of a sandbox than a look at it has', async () => {
  await context.create({ envVars: { A: 'b' }, name: 'one' })
  const { value } = await context.daytona.list().next()
  expect(value).toMatchObject({ name: 'one', state: 'started' })
  expect(value?.env).toBeUndefined()
  await value?.refreshData()
  expect(value?.env).toEqual({ A: 'b' })
})

test('hides what is destroyed', async () => {
  const sandbox = await context.create()
  await sandbox.delete(5, true)
  expect(await namesOf()).toEqual([])
})

test.each([
  ['labels=%7B', 'Invalid labels JSON format'],
  ['labels=[]', 'Invalid labels JSON format'],
  ['states=destroyed', 'states must not contain destroyed'],
  ['limit=0', 'limit must not be less than 1'],
  ['limit=101', 'limit must not be greater than 100'],
  ['sort=colour', 'sort must be one of: name, cpu, memoryGib, diskGib, lastActivityAt, createdAt'],
  ['order=up', 'order must be one of: asc, desc'],
  ['cursor=xyz', 'Invalid cursor'],
  ['minCpu=many', 'minCpu must be a number'],
  ['createdAtAfter=yesterday', 'createdAtAfter must be a valid ISO 8601 date string'],
])('refuses %s', async (query, message) => {
  const response = await context.ask('GET', `/api/sandbox?${query}`)
  expect([response.status, (await objectOf(response))['message']]).toEqual([400, message])
})

test('refuses a cursor of another order', async () => {
  await createThree()
  const page = await objectOf(await context.ask('GET', '/api/sandbox?limit=1'))
  const response = await context.ask('GET', `/api/sandbox?limit=1&sort=name&cursor=${String(page['nextCursor'])}`)
  expect(response.status).toBe(400)
})

test('the client makes a refusal an error of its own', async () => {
  await expect(namesOf({ limit: 500 })).rejects.toThrow(DaytonaValidationError)
})

test('older clients ask for a page by its number', async () => {
  await createThree()
  const query = `page=2&limit=2&labels=${encodeURIComponent('{}')}`
  const page = await objectOf(await context.ask('GET', `/api/sandbox/paginated?${query}`))
  expect(page).toMatchObject({ total: 3, page: 2, totalPages: 2, items: [{ name: 'Web-1', env: {} }] })
})
