import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { DriverSpawnOptions, OutputSink, ProcessExit } from '../../driver/sandbox-driver.js'
import { SandboxError } from '../../errors/base-error.js'
import type { Invocation } from './isolation/isolation.js'
import { LocalProcess } from './process/local-process.js'

/** A command that is ready to be started. */
export interface StartRequest {
  readonly command: string
  readonly invocation: Invocation
  readonly cwd: string
  readonly environment: Record<string, string>
  readonly tag: string
  readonly stdin: DriverSpawnOptions['stdin']
  readonly channel: boolean
  readonly output: OutputSink
  readonly onEnd: (process: LocalProcess) => void
}

/**
 * Starts a command in a session of its own, so that it has no terminal and can be signalled as a group. Rejects with the
 * system's error when nothing was started.
 */
export function startProcess(request: StartRequest): LocalProcess | Promise<never> {
  const { invocation, cwd, environment, channel } = request
  const { readExit, stdinDescriptor } = invocation
  const stdio = plannedStdio(request)
  const child = spawn(invocation.program, invocation.args, { cwd, env: environment, stdio, detached: true })
  const { pid, stdout, stderr } = child
  if (pid === undefined || !stdout || !stderr) return startFailure(child)
  const process = new LocalProcess(
    {
      child,
      pid,
      command: request.command,
      tag: request.tag,
      stdin: (stdinDescriptor === undefined ? child.stdin : duplexAt(child, stdinDescriptor)) ?? undefined,
      stdout,
      stderr,
      channel: channel ? duplexAt(child, 3) : undefined,
      isMonitor: invocation.isMonitor,
      readExit: readExit && reportReader(duplexAt(child, 4), readExit),
      onEnd: () => request.onEnd(process),
    },
    request.output,
  )
  return process
}

/** Descriptors 0 to 2, then the channel, the report and the input of a command that does not have it at 0, where needed. */
function plannedStdio({ stdin, channel, invocation }: StartRequest): StdioOptions {
  const { readExit, stdinDescriptor } = invocation
  const stdio: ('pipe' | 'ignore')[] = [stdinDescriptor === undefined ? stdin : 'ignore', 'pipe', 'pipe']
  const extra = [channel, readExit !== undefined, stdinDescriptor !== undefined]
  const count = extra.lastIndexOf(true) + 1
  return [...stdio, ...extra.slice(0, count).map((isNeeded): 'pipe' | 'ignore' => (isNeeded ? 'pipe' : 'ignore'))]
}

async function startFailure(child: ChildProcess): Promise<never> {
  const [error] = await once(child, 'error')
  throw error
}

function duplexAt(child: ChildProcess, descriptor: number): Duplex {
  const stream = child.stdio[descriptor]
  if (stream instanceof Duplex) return stream
  throw new SandboxError(`Descriptor ${descriptor} of a process is not a channel`, 'INTERNAL')
}

/** Collects what is written to a descriptor, to be asked once the process has exited. */
function reportReader(
  stream: Duplex,
  read: NonNullable<Invocation['readExit']>,
): (exit: ProcessExit) => Promise<ProcessExit> {
  let text = ''
  stream.on('data', (chunk: Uint8Array) => {
    text += Buffer.from(chunk).toString()
  })
  stream.on('error', () => stream.destroy())
  const closed = new Promise<void>((resolve) => stream.once('close', resolve))
  return async (exit) => {
    await closed
    return read(exit, text)
  }
}
