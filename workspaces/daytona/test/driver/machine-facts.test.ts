import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DaytonaProcessManager } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { acquire, useDrivers } from '../support/driver-bench.js'
import { makeForeign, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
const bench = useDrivers()
afterEach(() => target.emulator.reset())

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => void server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('what is known of a machine', () => {
  it('is its identity, its sizes and the options that are no secrets', async () => {
    const sandbox = target.make({ id: 'box', language: 'python', env: { TOKEN: 'hidden' } })
    expect(await sandbox.getInfo()).toMatchObject({ id: 'box', metadata: { language: 'python' } })
    await sandbox.start()
    const before = target.emulator.journal.last
    const info = await sandbox.getInfo()
    expect(target.emulator.journal.last).toBe(before)
    expect(info).toMatchObject({
      id: 'box',
      provider: 'daytona',
      resources: { cpuCores: 1, memoryMB: 1024 },
      metadata: { sandboxId: sandbox.sandboxId, language: 'python', target: 'us', user: 'daytona' },
    })
    const text = JSON.stringify(info)
    expect(text).not.toContain('hidden')
    expect(text).not.toContain(target.connection.apiKey)
  })

  it('processes have the class that the provider names', () => {
    expect(target.make().processes).toBeInstanceOf(DaytonaProcessManager)
  })
})

describe('the desktop', () => {
  it('is there where it is asked for, and its first use says that this image has none', async () => {
    expect(target.make().computer).toBeUndefined()
    const sandbox = target.make({ computerUse: true })
    await sandbox.start()
    await expect(sandbox.computer?.screenshot()).rejects.toMatchObject({ code: 'UNSUPPORTED_FEATURE' })
    expect(sandbox.status).toBe('running')
  })

  it('that starts with the machine fails the start, before the caller’s own hook', async () => {
    let isCalled = false
    const onStart = (): void => void (isCalled = true)
    const sandbox = target.make({ computerUse: { autoStart: true }, onStart })
    await expect(sandbox.start()).rejects.toThrow('computerUse')
    expect([sandbox.status, isCalled]).toEqual(['error', false])
    await sandbox.destroy()
  })
})

describe('the client of the SDK', () => {
  it('opens no socket, and another one is made for what comes after a stop', async () => {
    const driver = bench.drive()
    const first = await driver.create(acquire('box'))
    const ref = driver.describe(first)
    await driver.stop(ref, first, new AbortController().signal)
    driver.detach(first)
    expect(driver.attached).toBeUndefined()
    const second = await driver.connect(ref, acquire('box'))
    expect(second.client).not.toBe(first.client)
    expect(driver.attached).toBe(second)
    expect(Object.keys(bench.emulator.journal.routes()).filter((route) => route.startsWith('WS'))).toEqual([])
  })
})

describe('addresses of ports', () => {
  it('of a private machine carry their token, and reach a server', async () => {
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    const port = await freePort()
    const script = `require('http').createServer((_q, r) => r.end('from inside')).listen(${port}, '127.0.0.1', () => console.log('up'))`
    const server = await sandbox.processes.spawn(`node -e ${JSON.stringify(script)}`)
    await expect.poll(() => server.stdout).toContain('up')
    const before = target.emulator.journal.last
    const url = (await sandbox.networking?.getPortUrl(port)) ?? ''
    expect(target.emulator.journal.routes({ after: before })).toEqual({
      'GET /sandbox/{id}/ports/{port}/preview-url': 1,
    })
    expect(await (await fetch(url)).text()).toBe('from inside')
    const open = new URL(url)
    open.search = ''
    expect((await fetch(open, { redirect: 'manual' })).ok).toBe(false)
    await server.kill()
  })

  it('of a public one carry none', async () => {
    const sandbox = target.make({ public: true })
    await sandbox.start()
    expect(new URL((await sandbox.networking?.getPortUrl(3000)) ?? '').search).toBe('')
  })

  it('are told of a machine that this host never attached to, which stays as it is', async () => {
    const machine = await makeForeign(target, 'box')
    const before = target.emulator.journal.last
    expect(await target.make({ id: 'box' }).networking?.getPortUrl(3000)).toContain(machine.id)
    expect(target.emulator.journal.routes({ after: before })).toEqual({
      'GET /sandbox': 1,
      'GET /sandbox/{id}/ports/{port}/preview-url': 1,
    })
    await machine.stop()
    await target.make({ id: 'box' }).networking?.getPortUrl(3000)
    expect(await stateOf(target, machine.id)).toBe('stopped')
    expect(await target.make({ id: 'nobody' }).networking?.getPortUrl(3000)).toBeNull()
  })
})
