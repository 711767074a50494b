import { Sandbox } from 'e2b'
import type { Emulated } from './emulated.js'

/** The metadata under which a machine carries the logical id of its owner. */
export const ownerKey = 'mastra-sandbox-id'

/** A machine that another program made with the vendor's SDK, as if it were one of ours where it carries an owner. */
export async function makeForeign(
  { connection }: Pick<Emulated, 'connection'>,
  owner?: string,
  options: { readonly timeoutMs?: number } = {},
): Promise<Sandbox> {
  const metadata: Record<string, string> = owner === undefined ? {} : { [ownerKey]: owner }
  return Sandbox.create({ ...connection, metadata, lifecycle: { onTimeout: 'pause' }, ...options })
}

/** What the control plane says about a machine: its state, or `gone`. */
export async function stateOf({ connection }: Pick<Emulated, 'connection'>, sandboxId: string): Promise<string> {
  const machines = await listAll({ connection })
  return machines.find((machine) => machine.sandboxId === sandboxId)?.state ?? 'gone'
}

/** All machines there are. */
export async function listAll({
  connection,
}: Pick<Emulated, 'connection'>): Promise<Awaited<ReturnType<ReturnType<typeof Sandbox.list>['nextItems']>>> {
  return Sandbox.list({ ...connection }).nextItems()
}
