import { DaytonaConflictError, DaytonaNotFoundError, DaytonaValidationError } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { cleanUp, run, useDaytona } from './use-daytona.js'

const current = useDaytona()

describe('secrets', () => {
  it('are created, found, changed and deleted, and never show their value', async () => {
    const { ask, daytona } = current()
    const created = await daytona.secret.create({ name: 'KEY_1', value: 'top-secret-value', description: 'a key' })
    expect(created).toMatchObject({ name: 'KEY_1', description: 'a key', hosts: [] })
    expect(created.placeholder).not.toContain('top-secret-value')
    await daytona.secret.update(created.id, { value: 'another-value', hosts: ['api.example.com'] })
    const found = await daytona.secret.get(created.id)
    expect(found).toMatchObject({ name: 'KEY_1', description: 'a key', hosts: ['api.example.com'] })
    expect(found.placeholder).toBe(created.placeholder)
    expect(JSON.stringify((await ask('GET', '/secret')).body)).not.toMatch(/another-value|top-secret-value/)
    await daytona.secret.delete(created.id)
    await expect(daytona.secret.get(created.id)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(daytona.secret.delete(created.id)).rejects.toBeInstanceOf(DaytonaNotFoundError)
  })

  it('are listed in pages, filtered and sorted', async () => {
    const { ask, daytona } = current()
    for (const name of ['page-b', 'page-a', 'page-c']) await daytona.secret.create({ name, value: 'x' })
    const first = await daytona.secret.list({ name: 'page-', limit: 2, sort: 'name', order: 'asc' })
    expect(first.items.map(({ name }) => name)).toEqual(['page-a', 'page-b'])
    expect(first.total).toBe(3)
    const rest = await daytona.secret.list({
      name: 'page-',
      limit: 2,
      sort: 'name',
      order: 'asc',
      cursor: first.nextCursor ?? '',
    })
    expect(rest).toMatchObject({ items: [{ name: 'page-c' }], nextCursor: null })
    const newest = await daytona.secret.list({ name: 'page-' })
    expect(newest.items.map(({ name }) => name)).toEqual(['page-c', 'page-a', 'page-b'])
    for (const query of ['limit=0', 'limit=x', 'sort=value', 'cursor=bm8']) {
      expect((await ask('GET', `/secret/paginated?${query}`)).status).toBe(400)
    }
  })

  it('have names of their own, made of few characters', async () => {
    const { daytona } = current()
    await daytona.secret.create({ name: 'twice', value: 'x' })
    await expect(daytona.secret.create({ name: 'twice', value: 'y' })).rejects.toBeInstanceOf(DaytonaConflictError)
    await expect(daytona.secret.create({ name: 'a b', value: 'y' })).rejects.toBeInstanceOf(DaytonaValidationError)
    await expect(daytona.secret.create({ name: 'empty', value: '' })).rejects.toBeInstanceOf(DaytonaValidationError)
  })

  it('are placeholders in sandboxes', async () => {
    const { daytona } = current()
    const { placeholder } = await daytona.secret.create({ name: 'in-a-sandbox', value: 'never-seen' })
    const sandbox = cleanUp(await daytona.create({ secrets: { TOKEN: 'in-a-sandbox' } }))
    expect(await run(sandbox, 'echo $TOKEN')).toBe(`${placeholder}\n`)
    expect(await run(sandbox, 'env | grep -c never-seen || true')).toBe('0\n')
  })

  it('must exist to be given to a sandbox', async () => {
    const made = current().daytona.create({ secrets: { TOKEN: 'no-such' } })
    await expect(made).rejects.toThrow('Secret no-such not found')
  })
})

describe('warm pools', () => {
  it('are created, listed, changed and deleted', async () => {
    const { ask, daytona } = current()
    const { items } = await daytona.snapshot.list()
    const snapshot = items[0]?.name ?? ''
    const pool = await daytona.warmPool.create({ snapshot, pool: 2 })
    expect(pool).toMatchObject({ snapshot, pool: 2, currentSize: 0, env: {}, osUser: 'daytona', errorReason: null })
    expect(await daytona.warmPool.list()).toEqual([pool])
    expect(await daytona.warmPool.update(pool.id, { pool: 0 })).toMatchObject({ id: pool.id, pool: 0 })
    await daytona.warmPool.delete(pool.id)
    expect(await daytona.warmPool.list()).toEqual([])
    await expect(daytona.warmPool.delete(pool.id)).rejects.toBeInstanceOf(DaytonaNotFoundError)
    await expect(daytona.warmPool.create({ snapshot: 'no-such', pool: 1 })).rejects.toBeInstanceOf(DaytonaNotFoundError)
    for (const body of [{ snapshot }, { snapshot, pool: -1 }, { pool: 1 }]) {
      expect((await ask('POST', '/warm-pools', body)).status).toBe(400)
    }
  })
})
