import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Fault } from '@caisson/emulators'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()

/** From the next creation on, lists are never answered: the one after it is the look for a twin. */
function stallTwinLook(): { readonly hits: number } {
  const { journal, faults } = target.emulator
  let fault: Fault | undefined
  const stop = journal.subscribe(({ route }) => {
    if (route !== 'POST /v2/sandboxes') return
    stop()
    fault = faults.next('GET /v2/sandboxes', { stall: true })
  })
  return {
    get hits() {
      return fault?.hits ?? 0
    },
  }
}

async function untilHit(fault: { readonly hits: number }): Promise<void> {
  while (fault.hits === 0) await wait(5)
}

it('waits neither for the look for a twin nor for its failure', async () => {
  await using sandbox = target.make()
  const stalled = stallTwinLook()
  await sandbox.start()
  await untilHit(stalled)
  expect(await sandbox.executeCommand('echo used')).toMatchObject({ exitCode: 0, stdout: 'used\n' })
  await sandbox.stop()
  await sandbox.start()
  await sandbox.destroy()
  expect(sandbox.status).toBe('destroyed')
  const look = target.emulator.journal.entries({ route: 'GET /v2/sandboxes' }).at(-1)
  expect(look?.outcome).not.toBe('answered')
})

const extensions = ['GET /sandboxes/{id}', 'POST /sandboxes/{id}/timeout'] as const
const mishaps = [
  ['never answered', { stall: true }],
  ['answered 429', { status: 429 }],
  ['answered 503', { status: 503 }],
  ['cut', { resetConnection: true }],
] as const

it.each(extensions.flatMap((route) => mishaps.map(([mishap, fault]) => ({ route, mishap, fault }))))(
  'no command notices that $route, which keeps the machine alive, is $mishap',
  async ({ route, fault }) => {
    await using sandbox = target.make({ timeout: 6000 })
    await sandbox.start()
    const met = target.emulator.faults.next(route, fault)
    const command = await sandbox.processes.spawn('while [ ! -e go ]; do sleep 0.05; done; echo done')
    await untilHit(met)
    expect(await sandbox.executeCommand('touch go')).toMatchObject({ exitCode: 0 })
    expect(await command.wait()).toMatchObject({ exitCode: 0, stdout: 'done\n' })
  },
)

it('waits for nothing that the cut streams of running processes lead to', async () => {
  await using sandbox = target.make()
  await sandbox.start()
  const process = await sandbox.processes.spawn('sleep 60')
  target.emulator.faults.next('POST /process.Process/*', { stall: true, times: Number.POSITIVE_INFINITY })
  await sandbox.destroy()
  expect(sandbox.status).toBe('destroyed')
  expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true })
  target.emulator.faults.clear()
})
