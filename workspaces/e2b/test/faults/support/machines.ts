import { Sandbox, type SandboxInfo } from 'e2b'
import type { Emulated } from '../../support/emulated.js'

/** The machines that carry a logical id, as the control plane lists them. */
export async function machinesOf({ connection }: Emulated, id: string): Promise<readonly SandboxInfo[]> {
  const query = { metadata: { 'mastra-sandbox-id': id }, state: ['running' as const, 'paused' as const] }
  const listed: SandboxInfo[] = []
  const paginator = Sandbox.list({ ...connection, query })
  while (paginator.hasNext) listed.push(...(await paginator.nextItems()))
  return listed
}

/** How many machines were made since a request, whatever became of them. */
export function creationsAfter({ emulator }: Emulated, after: number): number {
  return emulator.journal.count({ route: 'POST /v2/sandboxes', status: 201, after })
}
