import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Arguments of setpriv for a user without any rights. */
export const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups'] as const

/** Why a program of this checkout cannot be run by that user; only root can ask. */
export function whyNobodyCannotRun(): string | undefined {
  const sources = fileURLToPath(new URL('../../../src/index.ts', import.meta.url))
  const { error, status } = spawnSync('setpriv', [...asNobody, 'test', '-r', sources])
  if (error) return 'setpriv is not on PATH'
  return status === 0 ? undefined : 'other users may not read the directory of this checkout'
}
