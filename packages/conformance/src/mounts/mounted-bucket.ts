import { expect } from 'vitest'
import type { WorkspaceFilesystem } from '@caisson/core'
import type { CaseBench } from '../sandbox/case-bench.js'
import type { TestedSandbox } from '../sandbox/target.js'

/** Where the shell sees a mount. */
export async function placeOf(bench: CaseBench, sandbox: TestedSandbox, mountPath: string): Promise<string> {
  return (await bench.target.shellPath?.(sandbox, mountPath)) ?? mountPath
}

/** Mounts, or fails with the reason. Returns where the shell sees it. */
export async function mountAt(
  bench: CaseBench,
  sandbox: TestedSandbox,
  mountPath: string,
  filesystem: WorkspaceFilesystem,
): Promise<string> {
  expect(await sandbox.mount(filesystem, mountPath)).toEqual({ success: true, mountPath })
  return placeOf(bench, sandbox, mountPath)
}

/** State and reason of each mount of a sandbox. */
export function statesOf(sandbox: TestedSandbox): Record<string, string> {
  const entries = [...(sandbox.mounts?.entries ?? [])]
  return Object.fromEntries(entries.map(([path, { state, error }]) => [path, error ? `${state}: ${error}` : state]))
}

/** Whether something is mounted at a place, as the machine's kernel says. */
export async function isMounted(bench: CaseBench, sandbox: TestedSandbox, place: string): Promise<boolean> {
  const table = await bench.shell(sandbox, 'cat /proc/self/mountinfo')
  return table.split('\n').some((line) => line.split(' ')[4] === place)
}

/** Text of a file in a store. */
export async function textOf(filesystem: WorkspaceFilesystem, path: string): Promise<string> {
  return String(await filesystem.readFile(path, { encoding: 'utf8' }))
}
