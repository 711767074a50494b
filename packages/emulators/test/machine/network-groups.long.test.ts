import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, describe, expect, it } from 'vitest'
import { openMachineHost, type Machine, type MachineHost } from '../../src/machine/index.js'
import { output, runIn } from './support/call-daemon.js'
import { machineOptions, openTestHost, prefix } from './support/test-host.js'

const probe = await openMachineHost({ prefix })
const { networkFilter } = probe.describe()
await probe.close()

async function freePort(): Promise<number> {
  const server = await listen()
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listen(text = ''): Promise<Server> {
  const server = createServer((_request, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return server
}

/** A machine that answers with its name at all its addresses. */
async function serve(machine: Machine, port: number): Promise<void> {
  const program = `require('http').createServer((q, r) => r.end('${machine.id}')).listen(${port}, () => console.log('up'))`
  const script = `nohup /run/caisson/node -e "${program}" > /tmp/log 2>&1 &
    until grep -q up /tmp/log; do sleep 0.02; done`
  await output(machine, script)
}

async function reach(machine: Machine, address: string, port: number): Promise<string> {
  return (await runIn(machine, `curl -s --max-time 1 http://${address}:${port}/`)).stdout
}

function create(host: MachineHost, id: string, networkGroup: string): Promise<Machine> {
  return host.create(machineOptions({ id, networkGroup }))
}

describe.skipIf(!networkFilter)('Machines of network groups (needs root and control groups of version 2)', () => {
  it('reach each other in one group, and nobody in another, at any address', async () => {
    const host = await openTestHost()
    const [a, b, lonely] = await Promise.all([
      create(host, 'a', 'one'),
      create(host, 'b', 'one'),
      create(host, 'c', 'two'),
    ])
    const port = await freePort()
    await serve(a, port)
    for (const address of [String(a.address), '127.0.0.1']) {
      expect(await reach(b, address, port)).toBe('a')
      expect(await reach(a, address, port)).toBe('a')
      expect(await reach(lonely, address, port)).toBe('')
    }
    expect(await reach(b, '[::1]', port)).toBe('a')
    expect(await reach(lonely, '[::1]', port)).toBe('')
  })

  it('do not answer at the address of another one', async () => {
    const host = await openTestHost()
    const [a, b] = await Promise.all([create(host, 'a', 'one'), create(host, 'b', 'one')])
    expect(a.address).toMatch(/^127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$/)
    expect(a.address).not.toBe(b.address)
    const port = await freePort()
    await serve(a, port)
    expect(await reach(b, String(a.address), port)).toBe('a')
    expect(await reach(a, String(b.address), port)).toBe('')
    expect(await output(a, 'echo $CAISSON_MACHINE_ADDRESS')).toBe(a.address)
  })

  it('reach what else the computer has, and are reached by it', async () => {
    const host = await openTestHost()
    const machine = await create(host, 'a', 'one')
    const outside = await listen('outside')
    onTestFinished(() => void outside.close())
    expect(await reach(machine, '127.0.0.1', (outside.address() as AddressInfo).port)).toBe('outside')
    const port = await freePort()
    await serve(machine, port)
    expect(await (await fetch(`http://${machine.address}:${port}/`)).text()).toBe('a')
  })

  it('are let out no further than before they were cut off', async () => {
    const host = await openTestHost()
    const [a, b, lonely] = await Promise.all([
      create(host, 'a', 'one'),
      create(host, 'b', 'one'),
      create(host, 'c', 'two'),
    ])
    const port = await freePort()
    await serve(a, port)
    for (const machine of [b, lonely]) await machine.setNetwork('cut')
    expect(await reach(b, '127.0.0.1', port)).toBe('')
    for (const machine of [b, lonely]) await machine.setNetwork('host')
    expect(await reach(b, '127.0.0.1', port)).toBe('a')
    expect(await reach(lonely, '127.0.0.1', port)).toBe('')
  })

  it('have a group that can be limited, and that goes with the last of them', async () => {
    const host = await openTestHost()
    const options = machineOptions({ networkGroup: 'one', pidsLimit: 64, memoryLimitBytes: 512 * 1024 * 1024 })
    for (let round = 0; round < 3; round += 1) {
      const [a, b] = await Promise.all(['a', 'b'].map((id) => host.create({ ...options, id })))
      expect(await output(a ?? never(), 'echo up')).toBe('up')
      await Promise.all([a?.kill(), b?.kill()])
    }
  })
})

function never(): never {
  throw new TypeError('there is no machine')
}

describe('The name of a network group', () => {
  it('is only for machines that share the network', async () => {
    const host = await openTestHost()
    for (const wrong of [{ networkGroup: '' }, { networkGroup: 'a', network: 'private' as const }]) {
      await expect(host.create(machineOptions(wrong))).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    }
  })

  it.skipIf(networkFilter)('keeps nobody apart where there is no filter', async () => {
    const host = await openTestHost()
    expect((await create(host, 'a', 'one')).address).toBe('127.0.0.1')
  })
})
