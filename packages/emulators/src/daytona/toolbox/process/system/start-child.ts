import type { ChildProcess, StdioOptions } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'

/** A program to start. */
export interface ChildSpec {
  readonly file: string
  readonly args?: readonly string[]
  /** As this process sees it. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly stdio: StdioOptions
}

/** A program that runs, as the leader of its own process group. */
export interface StartedChild {
  readonly child: ChildProcess
  readonly pid: number
}

/** Starts a program as the sandbox's user. Throws the system's error, such as `ENOENT`, where that is not possible. */
export async function startChild(state: ToolboxState, spec: ChildSpec): Promise<StartedChild> {
  const { file, args = [], directory, environment, stdio } = spec
  const options = { cwd: directory, env: { ...environment }, stdio, detached: true }
  const child = state.startAsUser((identity) => spawn(file, [...args], { ...options, ...identity }))
  const { pid } = child
  if (pid !== undefined) return { child, pid }
  const [cause]: unknown[] = await once(child, 'error')
  if (cause instanceof Error) throw cause
  throw new ToolboxError(500, `cannot start ${file}`, { cause })
}
