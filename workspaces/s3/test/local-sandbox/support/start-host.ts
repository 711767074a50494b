import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

const loader = new URL('source-loader.mjs', import.meta.url).href
const sources = new URL('../../../src/index.ts', import.meta.url).href

/** A host process of its own, and what it has printed. */
export interface HostProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** Exit code and signal. */
  readonly exited: Promise<[number | null, NodeJS.Signals | null]>
  output(): string
}

/** How a host process is started. */
export interface HostOptions {
  readonly env: NodeJS.ProcessEnv
  /** A program that starts it, with its arguments, such as one that changes the user. */
  readonly through?: readonly string[] | undefined
}

/** Runs a program in a Node process of its own, with `LocalSandbox` and `S3Filesystem`. It is ended after the test. */
export function startHost(program: string, { env, through = [] }: HostOptions): HostProcess {
  const text = `
    const { S3Filesystem } = await import(${JSON.stringify(sources)})
    const { LocalSandbox } = await import('@caisson/core')
    ${program}`
  const flags = [
    '--conditions=@caisson/source',
    '--experimental-transform-types',
    '--disable-warning=ExperimentalWarning',
  ]
  const node = [process.execPath, ...flags, '--import', loader, '--input-type=module', '-e', text]
  const [command = '', ...args] = [...through, ...node]
  const child = spawn(command, args, {
    cwd: new URL('../../..', import.meta.url),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  return { child, exited, output: () => output }
}
