import { startTimer } from '@caisson/core/driver'
import type { ExecStream } from './exec-channel.js'

/** A command that was killed and of which nothing more is heard is let go of after so long. */
const longestDyingMs = 15_000

/** Kills a command, and holds on to it until its end is told, so that the signal gets there; keeps no host alive for it. */
export async function endStream(stream: ExecStream): Promise<boolean> {
  const timer = startTimer(longestDyingMs, () => stream.close(), { background: true })
  stream.ended.then(timer.cancel, timer.cancel)
  return stream.signal('KILL')
}
