import { execFile } from 'node:child_process'

/** Longest time a probe may take, in milliseconds. */
const probeTimeoutMs = 10_000

/** Runs a program that should do nothing; returns what it complained about, or `undefined` when it worked. */
export async function runProbe(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env: {}, cwd: '/', timeout: probeTimeoutMs, encoding: 'utf8' } as const
    const child = execFile(program, args, options, (error, _stdout, stderr) => {
      const complaint = stderr.trim().split('\n').at(-1)
      resolve(error ? complaint || `it failed (${error.code ?? error.signal})` : undefined)
    })
    child.stdin?.end()
  })
}
