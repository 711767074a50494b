import type { Environment, ProcessHandle, SandboxProcessManager, SpawnProcessOptions } from '../../contract/process.js'
import { SandboxStateError } from '../../errors/sandbox-errors.js'
import { raceSignal } from '../../util/race-signal.js'
import { settlesWithin } from '../../util/timer.js'
import type { ProgramExit, ProgramLauncher, ProgramProcess, ProgramStart } from './program-launcher.js'

const killLimitMs = 10_000
/** How long the end of a process may lag behind its refusal of input. */
const endLagMs = 1000

/** Options of `createSandboxLauncher`. */
export interface SandboxLauncherOptions extends Pick<ProgramLauncher, 'frames' | 'nodeCommand'> {
  readonly cwd?: string
  readonly env?: Environment
  /**
   * Limit for the process in milliseconds, for sandboxes of other libraries that set one of their own where none is
   * given. Longer than the run's, which ends first. Default: none is given.
   */
  readonly timeout?: number
}

/** Launches runners through the process manager of a sandbox. */
export function createSandboxLauncher(
  processes: SandboxProcessManager,
  { frames, nodeCommand, cwd, env, timeout }: SandboxLauncherOptions,
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
      ...(timeout !== undefined && { timeout }),
    }
    const handle = await raceSignal(processes.spawn(command, options), signal, (late) => {
      void discard(toProcess(processes, late, frames))
    })
    const process = toProcess(processes, handle, frames)
    handle.channel?.onData(output.channel)
    // What becomes of it is told by `exited`.
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
  let refuse: (error: unknown) => void = () => undefined
  const refused = new Promise<unknown>((resolve) => (refuse = resolve))
  const write = async (text: string): Promise<void> => {
    if (frames === 'stdout') return handle.sendStdin(text)
    if (!channel) throw new SandboxStateError('The process has no channel, although one was asked for')
    return channel.send(text)
  }
  const send = async (text: string): Promise<void> => {
    try {
      await write(text)
    } catch (error) {
      refuse(error)
      throw error
    }
  }
  return {
    send,
    exited: followExit(handle, refused),
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

/**
 * The end of a process. One that is gone takes no input, and its end tells why. One that takes none and does not end
 * would wait for it in vain.
 */
async function followExit(handle: ProcessHandle, refused: Promise<unknown>): Promise<ProgramExit> {
  const ended = followEnd(handle)
  const stuck = refused.then(async (error) => ((await settlesWithin(ended, endLagMs)) ? ended : { error }))
  return Promise.race([ended, stuck])
}

async function followEnd(handle: ProcessHandle): Promise<ProgramExit> {
  try {
    const { exitCode, signal } = await handle.wait()
    return { exitCode, signal: signal ?? handle.signal }
  } catch (error) {
    return { error }
  }
}
