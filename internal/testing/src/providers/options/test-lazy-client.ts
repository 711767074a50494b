import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import type { TestedSandbox } from '@caisson/conformance'

export interface LazyClient {
  readonly provider: string
  /** What of `node_modules` is the vendor's client, and other heavy parts. */
  readonly heavy: RegExp
  /** A sandbox with this address of the control plane, and whatever else users make before the first call. */
  makeAll(apiUrl: string): TestedSandbox
}

/** An address where nobody listens. */
async function findDeadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

/** Registers that a vendor's client is loaded by the first call. Nothing else in the same file may have loaded it. */
export function testLazyClient({ provider, heavy, makeAll }: LazyClient): void {
  const { cache } = createRequire(import.meta.url)
  const loaded = (): readonly string[] => Object.keys(cache).filter((file) => heavy.test(file))

  it('the SDK is loaded by the first call, not by the import nor by the constructor', async () => {
    const sandbox = makeAll(await findDeadAddress())
    expect(sandbox.clone?.().status).toBe('pending')
    expect(loaded()).toEqual([])
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retry: 'safe',
      provider,
    })
    expect(loaded().length).toBeGreaterThan(0)
  })
}
