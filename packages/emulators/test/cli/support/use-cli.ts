import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { bundleCli } from './bundle-cli.js'

/** The command, once it has said that it is ready. */
export interface RunningCli {
  readonly child: ChildProcess
  /** The variables that it prints. */
  readonly env: Readonly<Record<string, string>>
  readonly output: () => string
}

/** The command for the tests of a file. */
export interface TestCli {
  /** The file with the program. */
  readonly file: string
  /** Where it keeps what it needs. */
  readonly root: string
  start(...args: string[]): Promise<RunningCli>
  /** Starts it by another program, with a root of the caller's. */
  startBy(program: readonly string[], ...args: string[]): Promise<RunningCli>
}

async function waitUntilReady(child: ChildProcess): Promise<RunningCli> {
  let shown = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  await expect.poll(() => shown).toContain('Ctrl-C')
  const variables = [...shown.matchAll(/^export (\w+)='([^']*)'$/gm)].map(([, name = '', value = '']) => [name, value])
  return { child, env: Object.fromEntries(variables) as Record<string, string>, output: () => shown }
}

/** Ends the command and whatever is in its group, as Ctrl-C does. */
export async function stopCli({ child }: RunningCli, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-(child.pid ?? 0), signal)
  await exited
}

/** Bundles the command before the tests of a file. `removeRest`: what a failed test may have left of a killed one. */
export function useCli(removeRest?: (root: string) => Promise<void>): TestCli {
  let bundle: Awaited<ReturnType<typeof bundleCli>> | undefined
  let root = ''
  const started: ChildProcess[] = []
  beforeAll(async () => {
    bundle = await bundleCli()
    root = await mkdtemp(path.join(tmpdir(), 'caisson-cli-'))
  })
  afterAll(async () => {
    for (const { pid, exitCode, signalCode } of started) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
    }
    await removeRest?.(root)
    await bundle?.remove()
    await rm(root, { recursive: true, force: true })
  })
  const file = (): string => bundle?.file ?? ''
  const startBy: TestCli['startBy'] = ([program = '', ...before], ...args) => {
    // Ctrl-C reaches a whole process group.
    const child = spawn(program, [...before, file(), ...args], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    started.push(child)
    return waitUntilReady(child)
  }
  return {
    get file() {
      return file()
    },
    get root() {
      return root
    },
    startBy,
    start: (...args) => startBy([process.execPath], ...args, '--root', root),
  }
}
