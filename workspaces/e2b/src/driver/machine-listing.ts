import type { ConnectionOpts, SandboxInfo, SandboxListOpts } from 'e2b'
import type { SandboxRef } from '@caisson/core/driver'
import { reading } from '@caisson/kit/http'
import type { E2BSdk } from './sdk.js'

/** All machines that carry the metadata, running or paused, oldest first. Fails rather than to leave some out. */
export async function listMachines(
  sdk: E2BSdk,
  metadata: Readonly<Record<string, string>>,
  options: ConnectionOpts & Pick<SandboxListOpts, 'limit'>,
): Promise<readonly SandboxInfo[]> {
  const { signal, ...connection } = options
  const paginator = sdk.Sandbox.list({ ...connection, query: { metadata, state: ['running', 'paused'] }, order: 'asc' })
  const machines: SandboxInfo[] = []
  while (paginator.hasNext) {
    machines.push(...(await reading(paginator.nextItems({ ...connection, ...(signal && { signal }) }))))
  }
  const pairs = Object.entries(metadata)
  return machines
    .filter((machine) => pairs.every(([name, value]) => machine.metadata[name] === value))
    .toSorted(compareAge)
}

/** Orders by age; machines made in the same moment by id, so that everyone who compares them agrees. */
export function compareAge(one: SandboxInfo, other: SandboxInfo): number {
  return one.startedAt.getTime() - other.startedAt.getTime() || (one.sandboxId < other.sandboxId ? -1 : 1)
}

export function refOf({ sandboxId, state, startedAt }: SandboxInfo): SandboxRef {
  return { sandboxId, state, createdAt: startedAt }
}
