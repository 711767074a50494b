import { stat } from 'node:fs/promises'
import { EnvdError } from '../envd-error.js'
import { locate } from '../../../daemon/paths.js'
import { expandPath } from '../paths.js'
import type { SandboxState } from '../sandbox-state.js'
import { unless } from '../../../daemon/system-error.js'
import type { Account } from '../../../daemon/users/account.js'
import { launchPlan } from './launch-plan.js'
import { PipeBackend } from './pipe-backend.js'
import type { PipeSupply } from '../../../daemon/pipes/pipe-supply.js'
import type { BackendListener, ProcessBackend, ProcessSpec } from './process-backend.js'
import type { ProcessDescription } from './running-process.js'
import type { TerminalSize } from './terminal-backend.js'

/** A process that a client asks for. */
export interface ProcessRequest {
  readonly description: ProcessDescription
  readonly account: Account
  /** With one, the process gets a terminal of this size. */
  readonly terminal: TerminalSize | undefined
  readonly hasInput: boolean
}

/** What a start needs beside the request. */
export interface StartContext {
  readonly state: SandboxState
  readonly pipes: PipeSupply
  readonly listener: BackendListener
}

async function workingDirectory(cwd: string, account: Account, state: SandboxState): Promise<string> {
  const shown = expandPath(cwd, account, state.defaultWorkdir)
  const { actual } = await locate(shown, state.root, 'followed')
  const stats = await unless(['ENOENT', 'ENOTDIR'], undefined, () => stat(actual))
  if (stats === undefined) throw new EnvdError('invalidArgument', `cwd '${shown}' does not exist`)
  if (!stats.isDirectory()) throw new EnvdError('invalidArgument', `cwd '${shown}' is not a directory`)
  return actual
}

/** A command sees nothing of the daemon's own variables but the search path. */
async function environmentOf(
  { envs }: ProcessDescription,
  { name, home: shown }: Account,
  { searchPath, envVars, root }: SandboxState,
): Promise<Record<string, string>> {
  // Commands see the paths of this machine, also where a folder of it stands for the root.
  const { actual: home } = await locate(shown, root)
  return { PATH: searchPath, HOME: home, USER: name, LOGNAME: name, ...envVars, ...envs }
}

/** Starts a process of the system as the request's user. */
export async function startProcess(
  { description, account, terminal, hasInput }: ProcessRequest,
  { state, pipes, listener }: StartContext,
): Promise<ProcessBackend> {
  const spec: ProcessSpec = {
    directory: await workingDirectory(description.cwd ?? '', account, state),
    command: description.cmd,
    args: description.args,
    environment: await environmentOf(description, account, state),
  }
  const texts = [spec.command, ...spec.args, ...Object.entries(spec.environment).flat()]
  if (texts.some((text) => text.includes('\0'))) {
    throw new EnvdError('invalidArgument', 'a command, its arguments and its variables cannot contain a zero byte')
  }
  const plan = launchPlan(spec, account, terminal !== undefined)
  if (terminal === undefined) return PipeBackend.start(spec, plan, { hasInput, pipes, listener })
  const { TerminalBackend } = await import('./terminal-backend.js')
  return TerminalBackend.start(spec, plan, { size: terminal, account, listener })
}
