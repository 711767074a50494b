import { afterEach, expect, it } from 'vitest'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

/** Routes of the requests of an operation that somebody waited for, polls left out. */
async function requestsOf(operation: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const after = target.emulator.journal.last
  await operation()
  return target.emulator.journal.routes({ after, kind: 'call' })
}

async function running(): Promise<DaytonaSandbox> {
  const sandbox = target.make()
  await sandbox.start()
  return sandbox
}

const execute = { 'POST /toolbox/process/execute': 1 }
const stream = {
  'POST /toolbox/process/session/{id}/exec': 1,
  'WS /toolbox/process/session/{id}/command/{id}/logs': 1,
}

it('a command to which nobody listens costs one request, the first one too', async () => {
  const sandbox = await running()
  expect(await requestsOf(() => sandbox.executeCommand('echo one'))).toEqual(execute)
  expect(await requestsOf(() => sandbox.executeCommand('echo', ['two'], { env: { A: 'b' }, cwd: '/tmp' }))).toEqual(
    execute,
  )
})

it('a command that is listened to costs three requests, and the next one two', async () => {
  const sandbox = await running()
  const listen = (): Promise<unknown> => sandbox.executeCommand('echo live', [], { onStdout: () => undefined })
  expect(await requestsOf(listen)).toEqual({ ...stream, 'POST /toolbox/process/session': 1 })
  expect(await requestsOf(listen)).toEqual(stream)
  expect(await requestsOf(listen)).toEqual(stream)
})

it('a spawned process as well', async () => {
  const sandbox = await running()
  const spawn = async (): Promise<unknown> => (await sandbox.processes.spawn('echo live')).wait()
  expect(await requestsOf(spawn)).toEqual({ ...stream, 'POST /toolbox/process/session': 1 })
  expect(await requestsOf(spawn)).toEqual(stream)
})
