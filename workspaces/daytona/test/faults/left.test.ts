import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { sessionsOf } from './support/machines.js'

const target = useEmulated()
let sandbox: DaytonaSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterAll(() => sandbox.destroy())

const listener = { onStdout: () => undefined }
const none = (): Promise<readonly string[]> => sessionsOf(target, sandbox.sandboxId ?? '')

/** Ways in which a command with a listener does not end by itself. */
const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['is killed', async () => (await sandbox.processes.spawn('sleep 4321')).kill()],
  ['runs out of time', () => sandbox.executeCommand('sleep 4321', [], { ...listener, timeout: 300 })],
  [
    'is aborted',
    async () => {
      const aborter = new AbortController()
      const options = { onStdout: () => aborter.abort(), abortSignal: aborter.signal }
      // The first words may come before the answer to the start; then there is no result.
      const refused: unknown = await sandbox.executeCommand('echo on; sleep 4321', [], options).catch((error) => error)
      if (refused instanceof Error) expect(refused).toMatchObject({ code: 'ABORTED', retry: 'ambiguous' })
    },
  ],
  [
    'loses its stream',
    async () => {
      target.emulator.faults.next('WS /toolbox/process/session/{id}/command/{id}/logs', { cutAfterFirstEvent: true })
      await sandbox.executeCommand('echo on; sleep 0.5; echo off', [], listener)
    },
  ],
]

describe('nothing is left of a command that', () => {
  it.each(ends)('%s: its session is used again or deleted, and no process runs', async (_name, end) => {
    await end()
    await sandbox.executeCommand('true', [], listener)
    await expect.poll(async () => (await none()).length).toBeLessThanOrEqual(1)
    expect(await sandbox.executeCommand('pgrep -fx "sleep 4321"')).toMatchObject({ stdout: '' })
  })
})
