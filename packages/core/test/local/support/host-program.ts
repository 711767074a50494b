import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const loader = new URL('source-loader.mjs', import.meta.url).href
const sources = pathToFileURL(fileURLToPath(new URL('../../../src/sandbox/local/index.ts', import.meta.url))).href

/** A host process and what it printed so far. */
export interface HostProgram {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** Exit code and signal. */
  readonly exited: Promise<[number | null, NodeJS.Signals | null]>
  stdout(): string
  stderr(): string
}

/** Runs a program of its own Node process, which finds `LocalSandbox` as a global. It is ended after the test. */
export function startHost(
  program: string,
  env: NodeJS.ProcessEnv = {},
  nodeArguments: readonly string[] = [],
): HostProgram {
  const text = `const { LocalSandbox } = await import(${JSON.stringify(sources)});\n${program}`
  const args = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', ...nodeArguments]
  const child = spawn(process.execPath, [...args, '--import', loader, '--input-type=module', '-e', text], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString()
  })
  const exited = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  return { child, exited, stdout: () => output.stdout, stderr: () => output.stderr }
}
