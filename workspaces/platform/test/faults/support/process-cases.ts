import { expect } from 'vitest'
import type { PlatformFaultCase, Ground } from './ground.js'
import { routes } from './routes.js'
import { command, patient } from './sights.js'

/** How often a command that appends a line to a file has run. */
async function runsOf({ sandbox, tag }: Ground): Promise<number> {
  const { stdout } = await sandbox.executeCommand(`cat /tmp/${tag} 2>/dev/null | wc -l`)
  return Number(stdout)
}

const append = ({ tag }: Ground): string => `echo run >> /tmp/${tag}; echo out`
const whole = { exitCode: 0, stdout: 'out\n', stderr: '' }

/** A command runs once where its end is told, not at all where it may be sent again, and once at most otherwise. */
async function checkRuns(ground: Ground, seen: string): Promise<void> {
  const runs = await runsOf(ground)
  if (seen === 'done') expect(runs).toBe(1)
  else if (seen.endsWith('ambiguous')) expect(runs).toBeLessThanOrEqual(1)
  else expect(runs).toBe(0)
}

function commandCase(
  operation: string,
  run: PlatformFaultCase['run'],
  sights: PlatformFaultCase['sights'] = command,
): PlatformFaultCase {
  return {
    operation,
    route: routes.exec,
    sights,
    run,
    check: async (ground, _effect, seen) => checkRuns(ground, seen),
  }
}

const reader: PlatformFaultCase['prepare'] = ({ sandbox, tag }) => sandbox.processes.spawn(`cat > /tmp/${tag}`)

export const processCases: readonly PlatformFaultCase[] = [
  commandCase('executeCommand', async (ground) => {
    expect(await ground.sandbox.executeCommand(append(ground))).toMatchObject(whole)
  }),
  commandCase('executeCommand with a listener and env', async (ground) => {
    const heard: string[] = []
    const options = { env: { A: 'b' }, onStdout: (text: string) => void heard.push(text) }
    expect(await ground.sandbox.executeCommand(`${append(ground)}; echo $A`, [], options)).toMatchObject({
      exitCode: 0,
      stdout: 'out\nb\n',
    })
    expect(heard.join('')).toBe('out\nb\n')
  }),
  commandCase(
    'spawn and wait',
    async (ground) => {
      const process = await ground.sandbox.processes.spawn(append(ground))
      expect(await process.wait()).toMatchObject(whole)
    },
    patient,
  ),
  {
    operation: 'list',
    route: routes.exec,
    sights: command,
    prepare: ({ sandbox }) => sandbox.processes.spawn('sleep 60'),
    run: async ({ sandbox, process }) => {
      const listed = await sandbox.processes.list()
      expect(listed.map(({ pid }) => pid)).toContain(process?.pid)
    },
    check: async ({ process }) => {
      await process?.kill()
    },
  },
  {
    operation: 'sendStdin',
    route: routes.exec,
    sights: patient,
    prepare: reader,
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
    route: routes.exec,
    sights: patient,
    prepare: reader,
    run: async ({ process }) => process?.closeStdin?.(),
    check: async ({ process }) => {
      await process?.closeStdin?.()
      expect(await process?.wait()).toMatchObject({ exitCode: 0 })
    },
  },
  {
    operation: 'kill',
    route: routes.exec,
    sights: command,
    prepare: ({ sandbox }) => sandbox.processes.spawn('exec sleep 6543'),
    run: async ({ process }) => process?.kill(),
    check: async ({ sandbox, process }) => {
      await sandbox.processes.kill(process?.pid ?? '')
      expect(await sandbox.executeCommand('pgrep -fx "sleep 6543"')).toMatchObject({ stdout: '' })
    },
  },
  {
    operation: 'get a process of another client',
    route: routes.exec,
    sights: patient,
    prepare: async ({ sandbox }) => {
      const other = sandbox.clone({ sandboxId: sandbox.sandboxId })
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
