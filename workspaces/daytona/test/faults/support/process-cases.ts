import { expect } from 'vitest'
import type { DaytonaFaultCase, Ground } from './ground.js'
import { routes } from './routes.js'
import { commandStart, daemon, patient, reading, sessionStart, unknown } from './sights.js'

/** How often a command that appends a line to a file has run. */
async function runsOf({ sandbox, tag }: Ground): Promise<number> {
  const { stdout } = await sandbox.executeCommand(`cat /tmp/${tag} 2>/dev/null | wc -l`)
  return Number(stdout)
}

const append = ({ tag }: Ground): string => `echo run >> /tmp/${tag}; echo out`
const whole = { exitCode: 0, stdout: 'out\n', stderr: '' }
const listener = { onStdout: () => undefined }

/** A command runs once where its end is told, not at all where it may be sent again, and once at most otherwise. */
function commandCase(
  operation: string,
  route: string,
  sights: DaytonaFaultCase['sights'],
  run: DaytonaFaultCase['run'],
): DaytonaFaultCase {
  return {
    operation,
    route,
    sights,
    run,
    check: async (ground, _effect, seen) => {
      const runs = await runsOf(ground)
      if (seen === 'done') expect(runs).toBe(1)
      else if (seen.endsWith('ambiguous')) expect(runs).toBeLessThanOrEqual(1)
      else expect(runs).toBe(0)
    },
  }
}

async function listen(ground: Ground): Promise<void> {
  expect(await ground.sandbox.executeCommand(append(ground), [], listener)).toMatchObject(whole)
}

async function listenInEnvironment(ground: Ground): Promise<void> {
  const { sandbox } = ground
  const options = { ...listener, env: { A: 'b' } }
  expect(await sandbox.executeCommand(`${append(ground)}; sleep 0.3`, [], options)).toMatchObject(whole)
}

async function spawnAndWait(ground: Ground): Promise<void> {
  const process = await ground.sandbox.processes.spawn(append(ground))
  expect(await process.wait()).toMatchObject(whole)
}

const quietCommand = commandCase('executeCommand', routes.script, commandStart, async (ground) => {
  expect(await ground.sandbox.executeCommand(append(ground))).toMatchObject(whole)
})

const streamedCommands = (
  [
    [routes.session, sessionStart],
    [routes.run, commandStart],
    [routes.logs, reading],
  ] as const
).flatMap(([route, sights]) => [
  commandCase('executeCommand with a listener', route, sights, listen),
  commandCase('spawn and wait', route, sights, spawnAndWait),
])

/** The command is started by a request of its own; what is sent to a session only reads. */
const environmentCommands = (
  [
    [routes.script, commandStart],
    [routes.run, { ...patient, '404': unknown, '409': 'SandboxProviderError CONFLICT ambiguous' }],
    [routes.logs, reading],
  ] as const
).map(([route, sights]) => commandCase('executeCommand with a listener and env', route, sights, listenInEnvironment))

export const processCases: readonly DaytonaFaultCase[] = [
  quietCommand,
  ...streamedCommands,
  ...environmentCommands,
  {
    operation: 'list',
    route: routes.script,
    sights: daemon,
    prepare: ({ sandbox }) => sandbox.processes.spawn('sleep 60'),
    run: ({ sandbox }) => sandbox.processes.list(),
    check: async ({ process }) => {
      await process?.kill()
    },
  },
  {
    operation: 'sendStdin',
    route: routes.script,
    sights: patient,
    prepare: ({ sandbox, tag }) => sandbox.processes.spawn(`cat > /tmp/${tag}`),
    run: async ({ process }) => process?.sendStdin('first\n'),
    check: async (ground, _effect, seen) => {
      await ground.process?.sendStdin('second\n')
      await ground.process?.closeStdin?.()
      expect(await ground.process?.wait()).toMatchObject({ exitCode: 0 })
      expect(await runsOf(ground)).toBe(seen === 'done' ? 2 : 1)
    },
  },
  {
    operation: 'closeStdin',
    route: routes.script,
    sights: patient,
    prepare: ({ sandbox }) => sandbox.processes.spawn('cat'),
    run: async ({ process }) => process?.closeStdin?.(),
    check: async ({ process }) => {
      await process?.closeStdin?.()
      expect(await process?.wait()).toMatchObject({ exitCode: 0 })
    },
  },
  {
    operation: 'kill',
    route: routes.script,
    sights: daemon,
    prepare: ({ sandbox }) => sandbox.processes.spawn('exec sleep 6543'),
    run: async ({ process }) => process?.kill(),
    check: async ({ sandbox, process }) => {
      await sandbox.processes.kill(process?.pid ?? '')
      expect(await sandbox.executeCommand('pgrep -fx "sleep 6543"')).toMatchObject({ stdout: '' })
    },
  },
  {
    operation: 'get a process of another client',
    route: routes.script,
    sights: patient,
    prepare: async ({ sandbox }) => {
      const other = sandbox.clone({ id: sandbox.id })
      await other.start()
      return other.processes.spawn('echo before; cat')
    },
    run: async ({ sandbox, process }) => {
      const found = await sandbox.processes.get(process?.pid ?? '')
      await expect.poll(() => found?.stdout).toBe('before\n')
    },
    check: async ({ sandbox, process }) => {
      expect(await sandbox.processes.get(process?.pid ?? '')).toBeDefined()
      await process?.kill()
    },
  },
]
