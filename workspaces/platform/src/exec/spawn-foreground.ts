import {
  currentTimeMs,
  startTimer,
  type DriverSpawnOptions,
  type OutputSink,
  type RemoteProcess,
} from '@caisson/core/driver'
import { forgetting } from '@caisson/kit/shell'
import type { ExecStream, OpenExec } from './exec-channel.js'

/** A command that was killed and of which nothing more is heard is let go of after so long. */
const longestDyingMs = 15_000

/** How a command in the foreground is started. */
export interface ForegroundPlace {
  readonly open: OpenExec
  /** Names that the machine's environment has because this host put them there. */
  readonly ownNames: readonly string[]
}

let count = 0

/** Starts a command whose caller waits for its end. Its input is at its end, and its `pid` means something to this host only. */
export async function spawnForeground(
  { open, ownNames }: ForegroundPlace,
  command: string,
  { cwd, env, signal }: DriverSpawnOptions,
  output: OutputSink,
): Promise<RemoteProcess> {
  const forgotten = ownNames.filter((name) => !Object.hasOwn(env, name))
  const stream = await open({ command: forgetting(forgotten, command), cwd, env, abortSignal: signal }, output)
  count += 1
  return {
    pid: `platform-proc-${currentTimeMs().toString(36)}-${count}`,
    wait: async () => stream.ended,
    kill: async (name) => (name === 'SIGTERM' ? stream.signal('TERM') : kill(stream)),
  }
}

async function kill(stream: ExecStream): Promise<boolean> {
  const wasThere = await stream.signal('KILL')
  const timer = startTimer(longestDyingMs, () => stream.close(), { background: true })
  stream.ended.then(timer.cancel, timer.cancel)
  return wasThere
}
