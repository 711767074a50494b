import { setTimeout as wait } from 'node:timers/promises'
import { all, hadEffect, without, type Sights } from '@caisson/testing'
import { expect } from 'vitest'
import type { FaultCase, Ground } from './fault-case.js'
import { daemonCall, daemonStream, ofReads, unknown } from './sights.js'

const start = 'POST /process.Process/Start'

/** How often a command that appends a line to a file has run. */
async function runsOf({ sandbox, tag }: Ground): Promise<number> {
  const { stdout } = await sandbox.executeCommand(`cat /tmp/${tag} 2>/dev/null | wc -l`)
  return Number(stdout)
}

const ranOnceAtMost: FaultCase['check'] = async (ground, effect) => {
  // What was started when its response was lost may need a moment.
  for (let round = 0; hadEffect(effect) && (await runsOf(ground)) === 0 && round < 100; round += 1) await wait(20)
  expect(await runsOf(ground)).toBe(hadEffect(effect) ? 1 : 0)
}

/** Streams of commands are looked for again when they are lost: the relay reads on. */
const readOn: Sights = { ...daemonStream, ...all('done', 'response lost', 'cut after the first event') }

const append = ({ tag }: Ground): string => `echo run >> /tmp/${tag}; echo out`

export const processCases: readonly FaultCase[] = [
  {
    operation: 'executeCommand',
    route: start,
    // Whether what was cut in its very first bytes is found again depends on how far it had got.
    sights: without(readOn, 'cut after 3 bytes'),
    run: async (ground) => {
      const result = await ground.sandbox.executeCommand(append(ground))
      expect(result).toMatchObject({ exitCode: 0, stdout: 'out\n', stderr: '' })
    },
    check: ranOnceAtMost,
  },
  {
    operation: 'spawn and wait',
    route: start,
    sights: without(readOn, 'cut after 3 bytes'),
    run: async (ground) => {
      const process = await ground.sandbox.processes.spawn(append(ground))
      expect(await process.wait()).toMatchObject({ exitCode: 0, stdout: 'out\n', stderr: '' })
    },
    check: ranOnceAtMost,
  },
  {
    operation: 'list',
    route: 'POST /process.Process/List',
    sights: ofReads({ ...daemonCall, 'cut after 3 bytes': unknown }),
    prepare: ({ sandbox }) => sandbox.processes.spawn('sleep 60'),
    run: ({ sandbox }) => sandbox.processes.list(),
    check: async ({ process }) => {
      await process?.kill()
    },
  },
  {
    operation: 'sendStdin',
    route: 'POST /process.Process/SendInput',
    sights: daemonCall,
    prepare: ({ sandbox, tag }) => sandbox.processes.spawn(`cat > /tmp/${tag}`),
    run: async ({ process }) => process?.sendStdin('first\n'),
    check: async (ground, effect) => {
      await ground.process?.sendStdin('second\n')
      await ground.process?.closeStdin?.()
      expect(await ground.process?.wait()).toMatchObject({ exitCode: 0 })
      expect(await runsOf(ground)).toBe(hadEffect(effect) ? 2 : 1)
    },
  },
  {
    operation: 'closeStdin',
    route: 'POST /process.Process/CloseStdin',
    sights: daemonCall,
    prepare: ({ sandbox }) => sandbox.processes.spawn('cat'),
    run: async ({ process }) => process?.closeStdin?.(),
    check: async ({ process }) => {
      await process?.closeStdin?.()
      expect(await process?.wait()).toMatchObject({ exitCode: 0 })
    },
  },
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
