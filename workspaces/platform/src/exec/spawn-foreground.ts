import { currentTimeMs, type DriverSpawnOptions, type OutputSink, type RemoteProcess } from '@caisson/core/driver'
import { forgetting } from '@caisson/kit/shell'
import { endStream } from './end-stream.js'
import type { OpenExec } from './exec-channel.js'

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
    kill: async (name) => (name === 'SIGTERM' ? stream.signal('TERM') : endStream(stream)),
  }
}
