import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyBlob } from '../../src/driver/copy-blob.js'
import { AzureBlobDriver } from '../../src/driver/index.js'
import { resolveAzureOptions } from '../../src/options/index.js'
import { account } from '../support/azurite.js'
import { useAzurite } from '../support/containers.js'
import { startProxy, type Proxy } from '../support/proxy.js'

const containers = useAzurite()
let proxy: Proxy | undefined
beforeAll(async () => {
  proxy = await startProxy(containers.azurite.origin)
})
afterAll(async () => proxy?.close())

/** As if everything were too large to be copied at once. */
const atOnceBytes = 0

async function filled(endpoint: string | undefined): Promise<AzureBlobDriver> {
  const container = await containers.create()
  const driver = new AzureBlobDriver(resolveAzureOptions({ container, ...account, endpoint }).account)
  await driver.put('source', Buffer.from('content'), { mimeType: 'text/plain' })
  return driver
}

describe('a copy that is not done at once', () => {
  it('is waited for, and keeps what is stored beside the content', async () => {
    const driver = await filled(containers.azurite.endpoint)
    const facts = await driver.head('source')
    if (facts === undefined) throw new TypeError('Expected the source')
    const request = { source: 'source', destination: 'copy', condition: { kind: 'absent' } } as const
    await copyBlob(await driver.load(), request, facts, atOnceBytes)
    const { facts: copied, body } = await driver.get('copy', {})
    expect((await buffer(body)).toString()).toBe('content')
    expect(copied).toMatchObject({ mimeType: 'text/plain', size: 7 })
    const again: unknown = await copyBlob(await driver.load(), request, facts, atOnceBytes).catch(
      (error: unknown) => error,
    )
    expect(driver.classifyError(again)).toBe('exists')
  })

  it('of something missing is an error', async () => {
    const driver = await filled(containers.azurite.endpoint)
    const request = { source: 'none', destination: 'copy' }
    const facts = { key: 'none', size: 1, modifiedAt: new Date() }
    const error: unknown = await copyBlob(await driver.load(), request, facts, atOnceBytes).catch(
      (thrown: unknown) => thrown,
    )
    expect(driver.classifyError(error)).toBe('missing')
    expect(await driver.head('copy')).toBeUndefined()
  })

  it('is asked about until it is over, and given up when its caller does', async () => {
    const driver = await filled(proxy?.url)
    const facts = await driver.head('source')
    if (facts === undefined) throw new TypeError('Expected the source')
    const pending = { kind: 'rewrite', headers: { 'x-ms-copy-status': 'pending' } } as const
    proxy?.next('PUT', pending)
    proxy?.next('HEAD', pending)
    const before = proxy?.seen.length
    await copyBlob(await driver.load(), { source: 'source', destination: 'copy' }, facts, atOnceBytes)
    const sent = proxy?.seen.slice(before).map((line) => line.replace(/ .*\//, ' '))
    expect(sent).toEqual(['PUT copy', 'HEAD copy', 'HEAD copy'])

    proxy?.next('PUT', pending)
    proxy?.next('HEAD', pending, Infinity)
    const controller = new AbortController()
    const request = { source: 'source', destination: 'other', signal: controller.signal }
    const outcome = copyBlob(await driver.load(), request, facts, atOnceBytes).catch((error: unknown) => error)
    await expect.poll(() => proxy?.seen.at(-1)).toMatch(/^HEAD .*other$/)
    controller.abort()
    expect(driver.classifyError(await outcome)).toBe('aborted')
    proxy?.clear()
  })
})
