import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

const loader = new URL('source-loader.mjs', import.meta.url).href
const flags = [
  '--conditions=@caisson/source',
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
]

/** A program of its own Node process, which is running. */
export interface StartedProgram {
  readonly child: ChildProcessByStdio<null, Readable, null>
  /** The first line that it printed. */
  readonly line: string
  /** Its exit code and its signal. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** Starts a program that finds `values` behind `process.argv[1]`, and waits until it has printed a line. It is ended after the test. */
export async function startProgram(
  program: string,
  values: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<StartedProgram> {
  const args = [...flags, '--import', loader, '--input-type=module', '-e', program, ...values]
  const env = { ...process.env, ...environment }
  // From here, Node finds the packages by their names.
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown]
  return { child, ended, line: String(line) }
}
