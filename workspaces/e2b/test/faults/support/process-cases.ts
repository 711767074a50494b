import { setTimeout as wait } from 'node:timers/promises'
import { all, processFaultCases, without, type FaultCase, type Sights } from '@caisson/testing'
import { expect } from 'vitest'
import type { E2BSandbox } from '../../../src/index.js'
import { daemonCall, daemonStream, ofReads, unknown } from './sights.js'

const start = 'POST /process.Process/Start'

/** Streams of commands are looked for again when they are lost: the relay reads on. */
const readOn: Sights = { ...daemonStream, ...all('done', 'response lost', 'cut after the first event') }
/** Whether what was cut in its very first bytes is found again depends on how far it had got. */
const commandStart = without(readOn, 'cut after 3 bytes')

export const processCases: readonly FaultCase<E2BSandbox>[] = [
  ...processFaultCases([
    { operation: 'executeCommand', route: start, sights: commandStart },
    { operation: 'spawn and wait', route: start, sights: commandStart },
    {
      operation: 'list',
      route: 'POST /process.Process/List',
      sights: ofReads({ ...daemonCall, 'cut after 3 bytes': unknown }),
    },
    { operation: 'sendStdin', route: 'POST /process.Process/SendInput', sights: daemonCall },
    { operation: 'closeStdin', route: 'POST /process.Process/CloseStdin', sights: daemonCall },
  ]),
  {
    operation: 'kill',
    route: start,
    sights: daemonStream,
    prepare: ({ sandbox, tag }) => sandbox.processes.spawn(`echo run >> /tmp/${tag}; exec sleep 6543`),
    run: async ({ process }) => process?.kill(),
    check: async ({ sandbox, process }) => {
      const pid = process?.pid ?? ''
      await sandbox.processes.kill(pid)
      // The answer to a kill that was lost is not waited for.
      const exists = async (): Promise<boolean> => (await sandbox.executeCommand(`kill -0 ${pid}`)).success
      for (let round = 0; (await exists()) && round < 100; round += 1) await wait(20)
      expect(await exists()).toBe(false)
    },
  },
  {
    operation: 'get a process of another library',
    route: 'POST /process.Process/Connect',
    sights: {
      ...without(daemonStream, 'response lost'),
      // It was attached to; its end is what nobody knows.
      'cut after the first event': 'done',
    },
    prepare: async ({ sandbox }) => {
      await sandbox.e2b.commands.run('exec sleep 30', { background: true, timeoutMs: 0 })
    },
    run: async ({ sandbox }) => {
      const listed = await sandbox.processes.list()
      const found = listed.find(({ command }) => command === 'exec sleep 30')
      expect(await sandbox.processes.get(found?.pid ?? '')).toBeDefined()
    },
    check: async ({ sandbox }) => {
      for (const { pid, command } of await sandbox.processes.list()) {
        if (command === 'exec sleep 30') await sandbox.e2b.commands.kill(Number(pid))
      }
    },
  },
]
