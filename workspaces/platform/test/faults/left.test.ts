import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { routes } from './support/routes.js'

const target = useEmulated()
let sandbox: PlatformSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterAll(() => sandbox.destroy())

/** Ways in which a command does not end by itself. */
const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['is killed', async () => (await sandbox.processes.spawn('sleep 4321')).kill()],
  ['runs out of time', () => sandbox.executeCommand('sleep 4321', [], { timeout: 300 })],
  ['starts others and runs out of time', () => sandbox.executeCommand('sleep 4321 & sleep 4321', [], { timeout: 300 })],
  [
    'is aborted',
    async () => {
      const aborter = new AbortController()
      const options = { onStdout: () => aborter.abort(), abortSignal: aborter.signal }
      await sandbox.executeCommand('echo on; sleep 4321', [], options)
    },
  ],
  [
    'loses its stream',
    async () => {
      target.emulator.faults.cutExec('afterFirstByte')
      await sandbox.executeCommand('echo on; sleep 0.5; echo off')
    },
  ],
]

const isOpen = (): boolean =>
  target.emulator.journal.entries({ route: routes.exec }).some(({ outcome }) => outcome === 'open')
const descriptors = (): number => readdirSync('/proc/self/fd').length

describe('nothing is left of a command that', () => {
  it.each(ends)('%s: no socket, no process, no descriptor of the host', async (_name, end) => {
    await sandbox.executeCommand('true')
    const before = descriptors()
    await end()
    await expect.poll(isOpen).toBe(false)
    expect(await sandbox.executeCommand('pgrep -fx "sleep 4321"')).toMatchObject({ stdout: '' })
    await expect.poll(descriptors).toBeLessThanOrEqual(before + 2)
  })
})
