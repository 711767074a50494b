import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

/**
 * Resolves with the exit status a shell would show, when the process has ended and (`close`) all that was printed is read. Whatever else
 * has inherited its output delays `close`.
 */
export async function exitStatus(child: ChildProcess, event: 'close' | 'exit'): Promise<number> {
  const [code, name] = (await once(child, event)) as [number | null, NodeJS.Signals | null]
  return code ?? 128 + (name === null ? 0 : constants.signals[name])
}
