import { setTimeout as wait } from 'node:timers/promises'
import type { EnvdAddress } from './envd-client.js'
import { runCommand } from './run-command.js'
import type { Runtime } from './runtime.js'

/** How long a sandbox waits for what its template has started. The vendor's need not: their memory was saved when it was ready. */
const readyLimitMs = 2000

const pauseMs = 100

export interface StartOptions {
  readonly onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined
  readonly readyLimitMs?: number | undefined
}

/** Commands that only wait tell nothing about a sandbox that starts from a template that was ready. */
function isWait(command: string): boolean {
  return /^\s*sleep\s+[\d.]+\s*$/.test(command)
}

async function startCommand(
  envd: EnvdAddress,
  runtime: Runtime,
  command: string,
  options: StartOptions,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const { user, workdir: cwd, envVars } = runtime
    runCommand(envd, { command, user, cwd, envVars, onStart: resolve, onOutput: options.onOutput }).then(
      () => resolve(),
      (error: unknown) => reject(error instanceof Error ? error : new TypeError(String(error))),
    )
  })
}

/** Resolves with whether the ready command has succeeded in time. */
async function waitUntilReady(envd: EnvdAddress, runtime: Runtime, limitMs: number): Promise<boolean> {
  const { readyCommand, user, workdir: cwd, envVars } = runtime
  if (readyCommand === undefined || readyCommand === '') return true
  const signal = AbortSignal.timeout(limitMs)
  while (!signal.aborted) {
    const result = await runCommand(envd, { command: readyCommand, user, cwd, envVars, signal }).catch(
      (error: unknown) => {
        if (signal.aborted) return undefined
        throw error
      },
    )
    if (result !== undefined && 'exitCode' in result && result.exitCode === 0) return true
    await wait(pauseMs)
  }
  return false
}

/** Starts what the template says, if anything, and waits a little until it is ready. */
export async function startTemplateCommand(envd: EnvdAddress, runtime: Runtime): Promise<void> {
  if (runtime.startCommand === undefined || runtime.startCommand === '') return
  await startCommand(envd, runtime, runtime.startCommand, {})
  if (isWait(runtime.readyCommand ?? '')) return
  await waitUntilReady(envd, runtime, readyLimitMs)
}

/** Starts it for a build, which insists on its being ready. */
export async function startForBuild(envd: EnvdAddress, runtime: Runtime, options: StartOptions): Promise<boolean> {
  if (runtime.startCommand !== undefined && runtime.startCommand !== '') {
    await startCommand(envd, runtime, runtime.startCommand, options)
  }
  return waitUntilReady(envd, runtime, options.readyLimitMs ?? readyLimitMs)
}
