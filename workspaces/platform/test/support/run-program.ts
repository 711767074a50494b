import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const loader = new URL('source-loader.mjs', import.meta.url).href
const sources = pathToFileURL(fileURLToPath(new URL('../../src/index.ts', import.meta.url))).href
const flags = [
  '--conditions=@caisson/source',
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
  '--unhandled-rejections=strict',
]

/** What a program printed, and its exit code, once it has ended by itself. */
export interface EndedProgram {
  readonly output: string
  readonly exitCode: number | null
}

/** Runs a program of its own Node process, which finds the package as `entry` and `PlatformSandbox` as a name. */
export async function runProgram(program: string, ...values: readonly string[]): Promise<EndedProgram> {
  const text = `const entry = await import(${JSON.stringify(sources)})\nconst { PlatformSandbox } = entry\n${program}`
  const child = spawn(process.execPath, [...flags, '--import', loader, '--input-type=module', '-e', text, ...values], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const take = (chunk: Buffer): void => void (output += chunk.toString())
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const exitCode = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { output, exitCode }
}
