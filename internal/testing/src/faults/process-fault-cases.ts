import type { TestedSandbox } from '@caisson/conformance'
import { expect } from 'vitest'
import { hadEffect } from './effects.js'
import { faultCases, type FaultCase, type FaultFacts, type FaultGround, type FaultOperation } from './fault-case.js'

type Ground = FaultGround<TestedSandbox>
type Operation = FaultOperation<TestedSandbox>

/** How many lines commands have appended to the case's file. */
async function linesOf({ sandbox, tag }: Ground): Promise<number> {
  const { stdout } = await sandbox.executeCommand(`cat /tmp/${tag} 2>/dev/null | wc -l`)
  return Number(stdout)
}

/**
 * A command runs once where its end is told. Otherwise it has not run at all, but for one of which nobody can say what became of it
 * and whose request did reach the machine.
 */
const checkRuns: Operation['check'] = async (ground, effect, seen) => {
  const runs = await linesOf(ground)
  if (seen === 'done') expect(runs).toBe(1)
  else if (hadEffect(effect) && seen.endsWith('ambiguous')) expect(runs).toBeLessThanOrEqual(1)
  else expect(runs).toBe(0)
}

/** For a route that is taken only once the command has begun: it runs once, whatever is told of its end. */
export const ranOnce: Operation['check'] = async (ground) => {
  await expect.poll(() => linesOf(ground)).toBe(1)
}

const append = ({ tag }: Ground): string => `echo run >> /tmp/${tag}; echo out`
const whole = { exitCode: 0, stdout: 'out\n', stderr: '' }

const operations = {
  executeCommand: {
    run: async (ground) => {
      expect(await ground.sandbox.executeCommand(append(ground))).toMatchObject(whole)
    },
    check: checkRuns,
  },
  'executeCommand with a listener': {
    run: async (ground) => {
      const listener = { onStdout: () => undefined }
      expect(await ground.sandbox.executeCommand(append(ground), [], listener)).toMatchObject(whole)
    },
    check: checkRuns,
  },
  'executeCommand with a listener and env': {
    run: async (ground) => {
      const heard: string[] = []
      const options = { env: { A: 'b' }, onStdout: (text: string) => void heard.push(text) }
      const text = `${append(ground)}; sleep 0.3; echo $A`
      const stdout = 'out\nb\n'
      expect(await ground.sandbox.executeCommand(text, [], options)).toMatchObject({ ...whole, stdout })
      expect(heard.join('')).toBe(stdout)
    },
    check: checkRuns,
  },
  'spawn and wait': {
    run: async (ground) => {
      const process = await ground.sandbox.processes.spawn(append(ground))
      expect(await process.wait()).toMatchObject(whole)
    },
    check: checkRuns,
  },
  list: {
    prepare: ({ sandbox }) => sandbox.processes.spawn('sleep 60'),
    run: async ({ sandbox, process }) => {
      const listed = await sandbox.processes.list()
      expect(listed.map(({ pid }) => pid)).toContain(process?.pid)
    },
    check: async ({ process }) => {
      await process?.kill()
    },
  },
  sendStdin: {
    prepare: ({ sandbox, tag }) => sandbox.processes.spawn(`cat > /tmp/${tag}`),
    run: async ({ process }) => process?.sendStdin('first\n'),
    check: async (ground, effect, seen) => {
      await ground.process?.sendStdin('second\n')
      await ground.process?.closeStdin?.()
      expect(await ground.process?.wait()).toMatchObject({ exitCode: 0 })
      expect(await linesOf(ground)).toBe(seen === 'done' || hadEffect(effect) ? 2 : 1)
    },
  },
  closeStdin: {
    prepare: ({ sandbox }) => sandbox.processes.spawn('cat'),
    run: async ({ process }) => process?.closeStdin?.(),
    check: async ({ process }) => {
      await process?.closeStdin?.()
      expect(await process?.wait()).toMatchObject({ exitCode: 0 })
    },
  },
  kill: {
    prepare: ({ sandbox }) => sandbox.processes.spawn('exec sleep 6543'),
    run: async ({ process }) => process?.kill(),
    check: async ({ sandbox, process }) => {
      await sandbox.processes.kill(process?.pid ?? '')
      expect(await sandbox.executeCommand('pgrep -fx "sleep 6543"')).toMatchObject({ stdout: '' })
    },
  },
} satisfies Record<string, Operation>

type ProcessOperationName = keyof typeof operations

/** Operations on commands and processes, by a provider's facts about them. */
export function processFaultCases(
  facts: readonly FaultFacts<ProcessOperationName>[],
): readonly FaultCase<TestedSandbox>[] {
  return faultCases(operations, facts)
}

/** The look for a process that another client of the machine started. Takes what makes and starts such a client. */
export function foundByOther<Sandbox extends TestedSandbox>(
  again: (sandbox: Sandbox) => Promise<Sandbox>,
): FaultOperation<Sandbox> {
  return {
    prepare: async ({ sandbox }) => {
      const other = await again(sandbox)
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
  }
}
