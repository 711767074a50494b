import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import path from 'node:path'
import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import { longestTimerMs } from '../longest-timer.js'
import { OutputSpool } from '../output/output-spool.js'
import type { ProcessContext } from '../process-context.js'
import { sendSignal } from '../../../../daemon/processes/send-signal.js'
import type { ChildSpec, StartedChild } from '../system/start-child.js'
import { startChild } from '../system/start-child.js'

/** A program that is given its input at once and prints both outputs into one pipe. */
export interface ProgramSpec extends Omit<ChildSpec, 'stdio'> {
  readonly input: string
  /** After this many seconds its process group is killed. 0 is no limit. */
  readonly timeoutSeconds: number
}

/** What a program has done; the output is the caller's to discard. */
export interface ProgramResult {
  /** -1 where it was ended by a signal. */
  readonly exitCode: number
  readonly output: OutputSpool
}

interface Running extends StartedChild {
  readonly exited: Promise<number>
  readonly outputEnd: Promise<void>
  readonly stream: Socket
}

async function collect(stream: Socket, output: OutputSpool): Promise<void> {
  for await (const chunk of stream) await output.append(Buffer.from(chunk))
}

async function start(
  state: ToolboxState,
  context: ProcessContext,
  spec: ProgramSpec,
  output: OutputSpool,
): Promise<Running> {
  const [input, result] = [await context.pipes.take(), await context.pipes.take()]
  let started: StartedChild
  try {
    started = await startChild(state, { ...spec, stdio: [input.readEnd, result.writeEnd, result.writeEnd] })
  } catch (error) {
    for (const end of [input.writeEnd, result.readEnd]) closeSync(end)
    throw error
  } finally {
    for (const end of [input.readEnd, result.writeEnd]) closeSync(end)
  }
  const exited = once(started.child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : -1))
  const writer = new Socket({ fd: input.writeEnd, readable: false, writable: true })
  // A program need not read what it is given.
  writer.on('error', () => writer.destroy())
  writer.end(spec.input)
  void exited.then(() => writer.destroy())
  const stream = new Socket({ fd: result.readEnd, readable: true, writable: false })
  return { ...started, exited, stream, outputEnd: collect(stream, output) }
}

/** Settles with the exit code when all who hold the output have closed it, or rejects after the time. */
async function finish({ pid, exited, outputEnd, stream }: Running, timeoutSeconds: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    const timeoutMs = timeoutSeconds * 1000
    if (timeoutMs === 0 || timeoutMs > longestTimerMs) return
    timer = setTimeout(() => {
      const code = 'PROCESS_EXECUTION_TIMEOUT'
      reject(new ToolboxError(408, 'request timeout: command execution timeout', { code }))
    }, timeoutMs)
  })
  try {
    const [exitCode] = await Promise.race([Promise.all([exited, outputEnd]), timedOut])
    return exitCode
  } catch (error) {
    sendSignal(-pid, 'SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
    stream.destroy()
    outputEnd.catch(() => undefined)
  }
}

/** Runs a program to its end. Throws a 408 after the time, and the system's error where it cannot be started. */
export async function runProgram(
  state: ToolboxState,
  context: ProcessContext,
  spec: ProgramSpec,
): Promise<ProgramResult> {
  const output = new OutputSpool(async () => path.join(await context.directories.get('requests'), randomUUID()))
  try {
    const running = await start(state, context, spec, output)
    context.programs.add(running.pid)
    const exitCode = await finish(running, spec.timeoutSeconds).finally(() => context.programs.delete(running.pid))
    return { exitCode, output }
  } catch (error) {
    await output.discard()
    throw error
  }
}
