import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Sandbox } from '@daytonaio/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMachineHost } from '@caisson/emulators'
import { useEmulator } from './start.js'

const host = await openMachineHost({ prefix: 'caisson-probe' })
const { networkFilter } = host.describe()
await host.close()

const context = useEmulator({ transitionMs: 0 })

/** An address of this computer that is not its loopback one. */
const outer = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

let outside: Server
let port = 0

beforeAll(async () => {
  outside = createServer((_request, response) => response.end('outside'))
  await new Promise<void>((resolve) => outside.listen(0, '0.0.0.0', resolve))
  port = (outside.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => outside.close(resolve)))

async function reach(sandbox: Sandbox, address: string): Promise<string> {
  // What is dropped is waited for; all else answers at once.
  const command = `curl --silent --max-time 1 http://${address}/ || echo unreachable`
  return (await sandbox.process.executeCommand(command)).result.trim()
}

async function serve(sandbox: Sandbox, inner: number): Promise<void> {
  const program = `require('node:http').createServer((q, r) => r.end('inside')).listen(${inner})`
  await sandbox.fs.uploadFile(Buffer.from(program), 'server.cjs')
  await sandbox.process.executeCommand('(node server.cjs > server.log 2>&1 < /dev/null &)')
  await expect.poll(() => reach(sandbox, `127.0.0.1:${inner}`)).toBe('inside')
}

const everywhere = (): string[] => ['127.0.0.1', ...(outer === undefined ? [] : [outer])].map((to) => `${to}:${port}`)

describe.skipIf(!networkFilter)('networks (needs root and control groups of version 2)', () => {
  test('are cut off, and let out again, while the sandbox runs', async () => {
    const sandbox = await context.create()
    const reachAll = (): Promise<string[]> => Promise.all(everywhere().map((address) => reach(sandbox, address)))
    const all = (result: string): string[] => everywhere().map(() => result)
    expect(await reachAll()).toEqual(all('outside'))
    await sandbox.updateNetworkSettings({ networkBlockAll: true })
    expect(await reachAll()).toEqual(all('unreachable'))
    expect(sandbox.networkBlockAll).toBe(true)
    await sandbox.updateNetworkSettings({ networkBlockAll: false })
    expect(await reachAll()).toEqual(all('outside'))
  })

  test('are cut off from the start by each setting, and stay so over a stop', async () => {
    const settings = [{ networkBlockAll: true }, { networkAllowList: '10.0.0.0/8' }, { domainAllowList: 'example.com' }]
    const reached = await Promise.all(
      settings.map(async (given) => {
        const sandbox = await context.create(given)
        const before = await reach(sandbox, `127.0.0.1:${port}`)
        await sandbox.stop()
        await sandbox.start()
        const after = await reach(sandbox, `127.0.0.1:${port}`)
        await sandbox.updateNetworkSettings({ networkBlockAll: false, networkAllowList: '', domainAllowList: '' })
        return [before, after, await reach(sandbox, `127.0.0.1:${port}`)]
      }),
    )
    expect(reached).toEqual(settings.map(() => ['unreachable', 'unreachable', 'outside']))
  })

  test('that are changed while the sandbox is stopped count from its start on', async () => {
    const sandbox = await context.create()
    await sandbox.stop()
    await sandbox.updateNetworkSettings({ networkBlockAll: true })
    await sandbox.start()
    expect(await reach(sandbox, `127.0.0.1:${port}`)).toBe('unreachable')
  })

  test('that are cut off let a sandbox reach itself, and be reached', async () => {
    const sandbox = await context.create({ networkBlockAll: true, public: true })
    const inner = port + 1 < 65_536 ? port + 1 : port - 1
    await serve(sandbox, inner)
    expect(await reach(sandbox, `[::1]:${inner}`)).toBe('inside')
    const { url } = await sandbox.getPreviewLink(inner)
    expect(await (await fetch(url)).text()).toBe('inside')
    const other = await context.create({ networkBlockAll: true })
    expect(await reach(other, `127.0.0.1:${inner}`)).toBe('unreachable')
  })

  test('of other sandboxes are not touched', async () => {
    const [cut, free] = await Promise.all([context.create({ networkBlockAll: true }), context.create()])
    expect(await reach(free, `127.0.0.1:${port}`)).toBe('outside')
    expect(await reach(cut, `127.0.0.1:${port}`)).toBe('unreachable')
  })
})

describe('networks of their own', () => {
  const own = useEmulator({ transitionMs: 0, ownNetworks: true })

  test.skipIf(!host.describe().privateNetwork)('have nothing to reach', async () => {
    const sandbox = await own.create()
    expect(await reach(sandbox, `127.0.0.1:${port}`)).toBe('unreachable')
    await sandbox.updateNetworkSettings({ networkBlockAll: false })
    expect(await reach(sandbox, `127.0.0.1:${port}`)).toBe('unreachable')
  })
})
