import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

/** Resolves with the exit status a shell would show, when the process has ended and its streams are read to the end. */
export async function exitStatus(child: ChildProcess): Promise<number> {
  const [code, name] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return code ?? 128 + (name === null ? 0 : constants.signals[name])
}
