import { Daytona, type Sandbox } from '@daytonaio/sdk'
import type { Emulated } from './emulated.js'

/** The label under which a machine carries the logical id of its owner. */
export const ownerKey = 'mastra-sandbox-id'

type Target = Pick<Emulated, 'connection'>

/** The vendor's client as any other program would use it. */
export function clientOf({ connection }: Target): Daytona {
  return new Daytona({ ...connection, useDeprecatedPolling: true })
}

/** A machine that another program made with the vendor's SDK, as if it were one of ours where it carries an owner. */
export async function makeForeign(
  target: Target,
  owner?: string,
  options: { readonly name?: string; readonly public?: boolean } = {},
): Promise<Sandbox> {
  return clientOf(target).create({ ...options, labels: owner === undefined ? {} : { [ownerKey]: owner } })
}

/** What is told of a machine. */
export interface SeenMachine {
  readonly id: string
  readonly state: string
}

/** All machines there are; one that is being destroyed is none any more. */
export async function listAll(target: Target): Promise<readonly SeenMachine[]> {
  const machines: SeenMachine[] = []
  for await (const { id, state = 'unknown' } of clientOf(target).list()) machines.push({ id, state })
  return machines.filter(({ state }) => state !== 'destroying')
}

/** What the control plane says about a machine: its state, or `gone`. */
export async function stateOf(target: Target, sandboxId: string): Promise<string> {
  return (await listAll(target)).find(({ id }) => id === sandboxId)?.state ?? 'gone'
}
