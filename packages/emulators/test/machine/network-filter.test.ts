import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMachineHost, type Machine } from '../../src/machine/index.js'
import { runIn } from './support/call-daemon.js'
import { machineOptions, openTestHost, prefix, startMachine } from './support/test-host.js'

const probe = await openMachineHost({ prefix })
const { networkFilter, privateNetwork } = probe.describe()
await probe.close()

let outside: Server
let port = 0

beforeAll(async () => {
  outside = createServer((_request, response) => response.end('outside'))
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  port = (outside.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => outside.close(resolve)))

async function reach(machine: Machine): Promise<string> {
  return (await runIn(machine, `curl -s --max-time 1 http://127.0.0.1:${port}/`)).stdout
}

describe.skipIf(!networkFilter)('A machine that is cut off (needs root and control groups of version 2)', () => {
  it('reaches nothing, over starts too, until it is let out', async () => {
    const machine = await startMachine({ network: 'cut' })
    expect(await reach(machine)).toBe('')
    await machine.stopKeepingDisk()
    await machine.restart()
    expect(await reach(machine)).toBe('')
    await machine.setNetwork('host')
    await machine.setNetwork('host')
    expect(await reach(machine)).toBe('outside')
    await machine.setNetwork('cut')
    expect(await reach(machine)).toBe('')
  })

  it('can be cut off while it is stopped', async () => {
    const machine = await startMachine()
    await machine.stopKeepingDisk()
    await machine.setNetwork('cut')
    await machine.restart()
    expect(await reach(machine)).toBe('')
    await machine.kill()
    await expect(machine.setNetwork('host')).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it.skipIf(!privateNetwork)('cannot be one with a network of its own', async () => {
    const machine = await startMachine({ network: 'private' })
    await expect(machine.setNetwork('cut')).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })
})

describe.skipIf(networkFilter)('Where networks cannot be cut', () => {
  it('says so', async () => {
    const host = await openTestHost()
    await expect(host.create(machineOptions({ network: 'cut' }))).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })
})
