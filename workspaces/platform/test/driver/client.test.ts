import { expect, it } from 'vitest'
import { z } from 'zod'
import { PlatformApiError, PlatformClient } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

it('is made with options, and asks whatever its user asks', async () => {
  const { environmentId, ...options } = target.connection
  const client = new PlatformClient(options)
  const call = { operation: 'create', method: 'POST', path: '/sandbox', json: { id: 'box', environmentId } } as const
  const { id } = await client.json(call, z.object({ id: z.string() }))
  await client.done({ operation: 'destroy', method: 'DELETE', path: `/sandbox/${id}` })
  const missing = client.done({ operation: 'look', method: 'GET', path: '/sandbox/nothing' })
  await expect(missing).rejects.toBeInstanceOf(PlatformApiError)
  await expect(missing).rejects.toMatchObject({ status: 404, code: 'not_found', retry: 'never' })
})

it('says what is missing with its first request', async () => {
  const { baseUrl } = target.connection
  const client = new PlatformClient({ baseUrl, accessToken: '', projectId: '' })
  const call = client.done({ operation: 'look', method: 'GET', path: '/sandbox/nothing' })
  await expect(call).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(call).rejects.toThrow(/accessToken.*projectId/s)
})

it('refuses options that are wrong', () => {
  expect(() => new PlatformClient({ baseUrl: 'host' })).toThrow(/MASTRA_WORKSPACE_PROXY_URL/)
})
