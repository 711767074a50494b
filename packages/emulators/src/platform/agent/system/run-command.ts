import { afterActive } from '../../../daemon/active-timer.js'
import type { CommandPlace } from './command-place.js'
import type { CommandEnd, CommandRequest, OutputName } from './command-request.js'
import { RunningCommand } from './running-command.js'
import { StartFailure } from './start-shell.js'

/** How a command without input is run to its end. */
export interface RunOptions {
  /** After so many ms its process group is killed. Default: never. */
  readonly timeoutMs: number | undefined
  /** Settles when there is room for more; the command waits as long. */
  readonly onOutput: (name: OutputName, bytes: Buffer) => Promise<void> | undefined
}

export interface RunResult extends CommandEnd {
  /** Its time was over. */
  readonly timedOut: boolean
}

interface Run {
  readonly ended: Promise<CommandEnd>
  readonly command: RunningCommand
}

async function start(place: CommandPlace, request: CommandRequest, { onOutput }: RunOptions): Promise<Run> {
  let resolve: ((end: CommandEnd) => void) | undefined
  const ended = new Promise<CommandEnd>((settle) => (resolve = settle))
  let waiting = 0
  const hold = (step: 1 | -1): void => {
    waiting += step
    command.hold(waiting > 0)
  }
  const listener = {
    onOutput: (name: OutputName, bytes: Buffer): void => {
      const room = onOutput(name, bytes)
      if (room === undefined) return
      hold(1)
      void room.then(() => hold(-1))
    },
    onEnd: (end: CommandEnd): void => resolve?.(end),
  }
  const command: RunningCommand = await RunningCommand.start(place, request, { hasInput: false, listener })
  return { ended, command }
}

/** Runs a command to its end. One that does not come to run ends with the message and the exit code of a shell. */
export async function runCommand(
  place: CommandPlace,
  request: CommandRequest,
  options: RunOptions,
): Promise<RunResult> {
  let run: Run
  try {
    run = await start(place, request, options)
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    await options.onOutput('stderr', Buffer.from(`${error.message}\n`))
    return { exitCode: error.exitCode, timedOut: false }
  }
  let timedOut = false
  const { timeoutMs } = options
  const cancel =
    timeoutMs === undefined
      ? undefined
      : afterActive(timeoutMs, () => {
          timedOut = true
          run.command.signal('SIGKILL')
        })
  try {
    return { ...(await run.ended), timedOut }
  } finally {
    cancel?.()
  }
}
