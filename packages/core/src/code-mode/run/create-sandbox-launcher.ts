import type { Environment, ProcessHandle, SandboxProcessManager, SpawnProcessOptions } from '../../contract/process.js'
import { SandboxStateError } from '../../errors/sandbox-errors.js'
import { raceSignal } from '../../util/race-signal.js'
import { settlesWithin } from '../../util/timer.js'
import type { ProgramExit, ProgramLauncher, ProgramProcess, ProgramStart } from './program-launcher.js'

const killLimitMs = 10_000

/** Options of `createSandboxLauncher`. */
export interface SandboxLauncherOptions extends Pick<ProgramLauncher, 'frames' | 'nodeCommand'> {
  readonly cwd?: string
  readonly env?: Environment
}

/** Launches runners through the process manager of a sandbox. */
export function createSandboxLauncher(
  processes: SandboxProcessManager,
  { frames, nodeCommand, cwd, env }: SandboxLauncherOptions,
): ProgramLauncher {
  const start = async ({ command, bootLine, output, signal }: ProgramStart): Promise<ProgramProcess> => {
    const options: SpawnProcessOptions = {
      abortSignal: signal,
      onStdout: output.stdout,
      onStderr: output.stderr,
      maxRetainedBytes: 0,
      ...(frames === 'channel' && { channel: true, stdinMode: 'ignore' }),
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
    }
    const handle = await raceSignal(processes.spawn(command, options), signal, (late) => {
      void discard(toProcess(processes, late, frames))
    })
    const process = toProcess(processes, handle, frames)
    handle.channel?.onData(output.channel)
    // A process that is gone already takes no input; its end tells why.
    process.send(bootLine).catch(() => undefined)
    return process
  }
  return { frames, nodeCommand, start }
}

function toProcess(
  processes: SandboxProcessManager,
  handle: ProcessHandle,
  frames: ProgramLauncher['frames'],
): ProgramProcess {
  const { channel } = handle
  const send = async (text: string): Promise<void> => {
    if (frames === 'stdout') return handle.sendStdin(text)
    if (!channel) throw new SandboxStateError('The process has no channel, although one was asked for')
    return channel.send(text)
  }
  return {
    send,
    exited: followExit(handle),
    kill: async () => handle.kill(),
    release: () => {
      channel?.close()
      // Process managers of other libraries may have no `release`.
      ;(processes as Partial<SandboxProcessManager>).release?.(handle.pid)
    },
  }
}

/** Ends a process that appeared after the run had given up waiting for it. */
async function discard(process: ProgramProcess): Promise<void> {
  await settlesWithin(process.kill(), killLimitMs)
  process.release()
}

async function followExit(handle: ProcessHandle): Promise<ProgramExit> {
  try {
    const { exitCode, signal } = await handle.wait()
    return { exitCode, signal: signal ?? handle.signal }
  } catch (error) {
    return { error }
  }
}
