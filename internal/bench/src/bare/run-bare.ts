import { spawn, type SpawnOptionsWithStdioTuple, type StdioNull, type StdioPipe } from 'node:child_process'

const options: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe> = {
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
}

/** What a program printed, and how it ended. */
export interface BareResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program with nothing but `node:child_process` and collects what it prints as strings. */
export async function collectBare(program: string, args: readonly string[], cwd?: string): Promise<BareResult> {
  const child = spawn(program, args, { ...options, cwd })
  const texts = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, ...texts }))
  })
}

/** Runs a shell command and looks at nothing but the number of bytes it prints. */
export async function countBare(command: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', command], options)
  let count = 0
  child.stdout.on('data', (chunk: Buffer) => {
    count += chunk.length
  })
  child.stderr.resume()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(count))
  })
}

/** Runs a shell command and hands its output over as text. */
export async function listenBare(command: string, listener: (text: string) => void): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], options)
  child.stdout.setEncoding('utf8').on('data', listener)
  child.stderr.resume()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}
