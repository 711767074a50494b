import { afterEach, expect, it } from 'vitest'
import { sh } from '@caisson/core/driver'
import { acquire, useDrivers } from '../support/driver-bench.js'

const bench = useDrivers()
afterEach(() => bench.emulator.reset())

it('a session whose log is long is replaced', async () => {
  const driver = bench.drive()
  const machine = await driver.create(acquire('box'))
  let printed = 0
  const script = sh`i=0; while [ $i -lt 900 ]; do head -c 12000 /dev/zero | tr '\\0' a; echo; i=$((i+1)); done`
  const stream = await driver.openLines(machine, script, (line) => void (printed += line.length), undefined)
  await stream.ended
  expect(printed).toBe(900 * 12_000)
  await expect.poll(async () => machine.sandbox.process.listSessions()).toEqual([])
})
