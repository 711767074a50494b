import { expect } from 'vitest'
import type { SpawnProcessOptions } from '@caisson/core'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import type { TestedSandbox } from '../sandbox/target.js'

/** What a command that cannot run in its directory says: the rejection, or the error text of a failing result. */
async function failureText(sandbox: TestedSandbox, command: string, options: SpawnProcessOptions): Promise<string> {
  const outcomes: string[] = []
  for (const run of [
    () => sandbox.executeCommand(command, [], options),
    async () => (await sandbox.processes.spawn(command, options)).wait(),
  ]) {
    const text = await run().then(
      (result) => (result.success ? 'SUCCEEDED' : `${result.stderr}${result.stdout}`),
      (error: unknown) => (error as Error).message,
    )
    outcomes.push(text)
  }
  return outcomes.join('\n---\n')
}

/** Where commands run. */
export const workingDirectorySuite: SandboxSuite = sandboxSuite('process/working-directory', [
  {
    id: 'absolute',
    title: 'an absolute cwd is where the command runs [C11]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const home = (await bench.shell(sandbox, 'mkdir -p sub/deep; pwd')).trim()
      for (const cwd of [home, `${home}/sub/deep`, `${home}/sub/`]) {
        const expected = `${cwd.replace(/\/$/, '')}\n`
        expect((await sandbox.executeCommand('pwd', [], { cwd })).stdout).toBe(expected)
        expect((await (await sandbox.processes.spawn('pwd', { cwd })).wait()).stdout).toBe(expected)
      }
    },
  },
  {
    id: 'relative',
    title: "a relative cwd is resolved against the sandbox's working directory [BR-066]",
    check: async (bench) => {
      const sandbox = await bench.running()
      const home = (await bench.shell(sandbox, 'mkdir sub "a b"; pwd')).trim()
      for (const [cwd, expected] of [
        ['sub', `${home}/sub`],
        ['./sub', `${home}/sub`],
        ['.', home],
        ['./sub/..', home],
        ['a b', `${home}/a b`],
      ] as const) {
        expect((await sandbox.executeCommand('pwd -P', [], { cwd })).stdout, cwd).toBe(`${expected}\n`)
        const handle = await sandbox.processes.spawn('pwd -P', { cwd })
        expect((await handle.wait()).stdout, cwd).toBe(`${expected}\n`)
      }
    },
  },
  {
    id: 'hostile-names',
    title: 'names of directories are never read by a shell [P9]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const name of [
        "it's",
        '$(touch injected)',
        '`touch injected`',
        'a;touch injected',
        '-x',
        '*',
        'é 😀',
        'a\nb',
      ]) {
        await sandbox.executeCommand('mkdir', ['--', name])
        const result = await sandbox.executeCommand('touch here; pwd', [], { cwd: `./${name}` })
        expect(result.stdout, name).toContain(`/${name}\n`)
      }
      expect(await bench.shell(sandbox, 'ls')).not.toMatch(/^injected$/m)
    },
  },
  {
    id: 'missing',
    title: 'a missing cwd is named as the problem, the program is not; the sandbox goes on [BR-067]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const text = await failureText(sandbox, 'ls', { cwd: '/no/such/directory' })
      expect(text).not.toContain('SUCCEEDED')
      for (const part of text.split('\n---\n')) expect(part).toContain('/no/such/directory')
      expect(text).not.toMatch(/ls: (command )?not found/)
      expect((await sandbox.processes.list()).filter(({ running }) => running)).toEqual([])
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'no-directory',
    title: 'a file as cwd is named as the problem, and the command does not run elsewhere [BR-067]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'echo text > a-file')
      const text = await failureText(sandbox, 'touch ran-elsewhere', { cwd: 'a-file' })
      expect(text).not.toContain('SUCCEEDED')
      for (const part of text.split('\n---\n')) expect(part).toContain('a-file')
      expect(await bench.shell(sandbox, 'ls')).not.toContain('ran-elsewhere')
    },
  },
  {
    id: 'deleted',
    title: 'a directory that a command deleted is a clear error for the next one there, and no harm elsewhere [BR-068]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'mkdir doomed')
      await sandbox.executeCommand('rm -rf "$PWD"', [], { cwd: 'doomed' })
      const text = await failureText(sandbox, 'echo still here', { cwd: 'doomed' })
      expect(text).not.toContain('SUCCEEDED')
      for (const part of text.split('\n---\n')) expect(part).toContain('doomed')
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'bad-value',
    title: 'a cwd that is no text or holds NUL is a typed error that names the option',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const cwd of ['a\0b', 5, {}]) {
        const outcome = await sandbox.executeCommand('true', [], { cwd: cwd as never }).catch((error: unknown) => error)
        expect(outcome).toMatchObject({ code: 'INVALID_ARGUMENT' })
        expect((outcome as Error).message).toContain('cwd')
      }
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'listed',
    title: 'the working directory of a process is listed with it where it is known [C10]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'mkdir sub')
      const handle = await sandbox.processes.spawn('sleep 60', { cwd: 'sub' })
      const info = (await sandbox.processes.list()).find(({ pid }) => pid === handle.pid)
      expect(info?.cwd).toMatch(/sub$/)
      await handle.kill()
    },
  },
])
