import { expect, it } from 'vitest'
import type { Machine, MachineHost } from '../../src/machine/index.js'
import { output, runIn } from './support/call-daemon.js'
import { hostNames, remainsOf } from './support/remains.js'
import { because, machineOptions, openTestHost, temporaryDirectory, whyNot } from './support/test-host.js'

const machines = 200
const together = 50

async function useOne(host: MachineHost, id: string): Promise<void> {
  const machine: Machine = await host.create(machineOptions({ id }))
  expect(await output(machine, 'echo $CAISSON_MACHINE_ID > /opt/id && cat /opt/id')).toBe(id)
  await runIn(machine, 'setsid sleep 1000', { detached: true })
  await machine.freeze()
  await machine.thaw()
  expect(await output(machine, 'cat /opt/id')).toBe(id)
  await machine.kill()
}

const reason = await whyNot('namespaces')

it.skipIf(reason !== undefined)(`Two hundred machines, fifty at once, leave nothing${because(reason)}`, async () => {
  const root = await temporaryDirectory()
  const host = await openTestHost({ root })
  const names = await hostNames(root)
  const waiting = Array.from({ length: machines }, (_, index) => `machine-${index}`)
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await useOne(host, id)
  }
  await Promise.all(Array.from({ length: together }, work))
  expect(host.machines()).toEqual([])
  expect((await remainsOf(root, names)).filter((row) => row.startsWith('process'))).toEqual([])
  await host.close()
  expect(await remainsOf(root, names)).toEqual([])
})
