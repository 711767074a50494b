import type { DaytonaSandbox } from '../../../src/index.js'
import { clientOf, ownerKey, type SeenMachine } from '../../support/foreign-machine.js'
import type { Emulated } from '../../support/emulated.js'
import { routes } from './routes.js'

/** The machines that carry a logical id, as the control plane lists them; one that is being destroyed is none any more. */
export async function machinesOf(target: Emulated, id: string): Promise<readonly SeenMachine[]> {
  const listed: SeenMachine[] = []
  await using client = clientOf(target)
  for await (const { id: machineId, state = 'unknown' } of client.list({ labels: { [ownerKey]: id } })) {
    if (state !== 'destroying') listed.push({ id: machineId, state })
  }
  return listed
}

/** How many machines were made since a request, whatever became of them. */
export function creationsAfter({ emulator }: Emulated, after: number): number {
  return emulator.journal.count({ route: routes.create, status: 200, after })
}

/** Ids of the sessions in a machine. */
export async function sessionsOf(target: Emulated, sandboxId: string): Promise<readonly string[]> {
  await using client = clientOf(target)
  const machine = await client.get(sandboxId)
  return (await machine.process.listSessions()).map(({ sessionId }) => sessionId)
}

/** A client of the same machine that has just come: it has no session yet. */
export async function again(sandbox: DaytonaSandbox): Promise<DaytonaSandbox> {
  const other = sandbox.clone({ id: sandbox.id })
  await other.start()
  return other
}
