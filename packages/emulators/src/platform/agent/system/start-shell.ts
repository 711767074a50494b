import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { close, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { OutsideRootError } from '../../../daemon/paths.js'
import { closePipes, type Pipe } from '../../../daemon/pipes/pipe-supply.js'
import { systemCode } from '../../../daemon/system-error.js'
import type { CommandPlace } from './command-place.js'
import type { CommandRequest } from './command-request.js'

/** A shell that runs, as the leader of a session and a process group of its own, with this end of its streams. */
export interface StartedShell {
  readonly child: ChildProcess
  readonly pid: number
  readonly input: Writable | undefined
  readonly outputs: { readonly stdout: Readable; readonly stderr: Readable }
}

/** A command that did not come to run. It ends as it would in a shell: with a message and an exit code. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly exitCode: number

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** How shells word the system's failures. */
const wordings: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  EACCES: 'Permission denied',
  ELOOP: 'Too many levels of symbolic links',
  ENAMETOOLONG: 'File name too long',
  E2BIG: 'Argument list too long',
  EAGAIN: 'Resource temporarily unavailable',
  ENOMEM: 'Cannot allocate memory',
}

const bash = '/bin/bash'
const plainShell = '/bin/sh'

function wordingOf(cause: unknown): string {
  const wording = wordings[systemCode(cause) ?? '']
  if (wording === undefined) throw cause
  return wording
}

/** The command that never ran is one that cannot be executed: 126, or 127 where there is no shell. */
function cannotExecute(file: string, cause: unknown): StartFailure {
  const code = systemCode(cause) === 'ENOENT' ? 127 : 126
  return new StartFailure(code, `${file}: ${wordingOf(cause)}`, { cause })
}

async function directoryOf(place: CommandPlace, cwd: string | undefined): Promise<string> {
  const shown = cwd ?? place.workDir
  const refuse = (why: string, cause?: unknown): StartFailure =>
    new StartFailure(1, `bash: line 1: cd: ${shown}: ${why}`, { cause })
  let actual: string
  let isDirectory: boolean
  try {
    actual = (await place.locate(cwd)).actual
    isDirectory = (await stat(actual)).isDirectory()
  } catch (cause) {
    throw refuse(cause instanceof OutsideRootError ? cause.message : wordingOf(cause), cause)
  }
  if (!isDirectory) throw refuse('Not a directory')
  return actual
}

/** Some failures are thrown, such as a command line that is too long; others are told by the child. */
async function spawnShell(
  place: CommandPlace,
  { command, cwd, env }: CommandRequest,
  stdio: StdioOptions,
): Promise<{ child: ChildProcess; pid: number }> {
  const file = existsSync(bash) ? bash : plainShell
  const options = { ...place.identity, cwd: await directoryOf(place, cwd), env: await place.variables(env) }
  let child: ChildProcess
  try {
    child = spawn(file, ['-c', command], { ...options, argv0: file === bash ? 'bash' : 'sh', detached: true, stdio })
  } catch (cause) {
    throw cannotExecute(file, cause)
  }
  const { pid } = child
  if (pid !== undefined) return { child, pid }
  const [cause]: unknown[] = await once(child, 'error')
  throw cannotExecute(file, cause)
}

async function startOnPipes(
  place: CommandPlace,
  request: CommandRequest,
  { stdout, stderr, input }: { readonly stdout: Pipe; readonly stderr: Pipe; readonly input: Pipe | undefined },
): Promise<StartedShell> {
  const stdio: StdioOptions = [input?.readEnd ?? 'ignore', stdout.writeEnd, stderr.writeEnd]
  const started = await spawnShell(place, request, stdio)
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

async function startOnSockets(place: CommandPlace, request: CommandRequest, hasInput: boolean): Promise<StartedShell> {
  const started = await spawnShell(place, request, [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'])
  const { stdin, stdout, stderr } = started.child
  if (stdout === null || stderr === null) throw new StartFailure(126, 'bash: no streams')
  return { ...started, input: stdin ?? undefined, outputs: { stdout, stderr } }
}

/** Starts a shell with a command, as the sandbox's user. Throws a `StartFailure`. */
export async function startShell(
  place: CommandPlace,
  request: CommandRequest,
  hasInput: boolean,
): Promise<StartedShell> {
  const pipes = await place.pipes.take(hasInput ? 3 : 2)
  const [stdout, stderr, input] = pipes
  // Node gives sockets, which programs cannot open by name; better than nothing where pipes cannot be made.
  if (stdout === undefined || stderr === undefined) return startOnSockets(place, request, hasInput)
  try {
    return await startOnPipes(place, request, { stdout, stderr, input })
  } catch (error) {
    await closePipes(pipes)
    throw error
  }
}
