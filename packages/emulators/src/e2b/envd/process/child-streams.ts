import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { close } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { EnvdError } from '../envd-error.js'
import { systemCode } from '../../../daemon/system-error.js'
import type { LaunchPlan } from './launch-plan.js'
import type { Pipe, PipeSupply } from '../../../daemon/pipes/pipe-supply.js'
import { closePipes } from '../../../daemon/pipes/pipe-supply.js'
import type { ProcessSpec } from './process-backend.js'

/** A child that runs, with this end of its streams. */
export interface StartedChild {
  readonly child: ChildProcess
  readonly pid: number
  readonly input: Writable | undefined
  readonly outputs: { readonly stdout: Readable; readonly stderr: Readable }
}

function cannotStart({ command }: ProcessSpec, cause: unknown): EnvdError {
  return new EnvdError('invalidArgument', `cannot start '${command}' (${systemCode(cause) ?? 'unknown'})`, { cause })
}

/** Some failures are thrown, such as a command line that is too long; others are told by the child. */
async function spawnChild(
  spec: ProcessSpec,
  { file, args, ...identity }: LaunchPlan,
  stdio: NonNullable<SpawnOptions['stdio']>,
): Promise<{ child: ChildProcess; pid: number }> {
  let child: ChildProcess
  try {
    // A session of its own: a command that signals its process group must not reach the daemon.
    const options = { ...identity, cwd: spec.directory, env: { ...spec.environment }, detached: true, stdio }
    child = spawn(file, args, options)
  } catch (cause) {
    throw cannotStart(spec, cause)
  }
  const { pid } = child
  if (pid !== undefined) return { child, pid }
  const [cause] = await once(child, 'error').catch((error: unknown) => [error])
  throw cannotStart(spec, cause)
}

async function startOnPipes(
  spec: ProcessSpec,
  plan: LaunchPlan,
  pipes: { readonly input: Pipe | undefined; readonly stdout: Pipe; readonly stderr: Pipe },
): Promise<StartedChild> {
  const { input, stdout, stderr } = pipes
  const started = await spawnChild(spec, plan, [input?.readEnd ?? 'ignore', stdout.writeEnd, stderr.writeEnd])
  const read = ({ readEnd: fd, writeEnd }: Pipe): Readable => {
    close(writeEnd)
    return new Socket({ fd, readable: true, writable: false })
  }
  const write = ({ writeEnd: fd, readEnd }: Pipe): Writable => {
    close(readEnd)
    return new Socket({ fd, readable: false, writable: true })
  }
  const outputs = { stdout: read(stdout), stderr: read(stderr) }
  return { ...started, input: input === undefined ? undefined : write(input), outputs }
}

async function startOnSockets(spec: ProcessSpec, plan: LaunchPlan, hasInput: boolean): Promise<StartedChild> {
  const started = await spawnChild(spec, plan, [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'])
  const { stdin, stdout, stderr } = started.child
  if (stdout === null || stderr === null) throw cannotStart(spec, undefined)
  return { ...started, input: stdin ?? undefined, outputs: { stdout, stderr } }
}

/** Starts a child on pipes, or on sockets where there are no pipes. */
export async function startChild(
  spec: ProcessSpec,
  plan: LaunchPlan,
  hasInput: boolean,
  supply: PipeSupply,
): Promise<StartedChild> {
  const pipes = await supply.take(hasInput ? 3 : 2)
  const [stdout, stderr, input] = pipes
  if (stdout === undefined || stderr === undefined) return startOnSockets(spec, plan, hasInput)
  try {
    return await startOnPipes(spec, plan, { stdout, stderr, input })
  } catch (error) {
    await closePipes(pipes)
    throw error
  }
}
