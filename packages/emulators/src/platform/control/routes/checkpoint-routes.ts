import type { ControlExchange, ControlRoute } from '../control-route.js'
import { notFound } from '../failures.js'
import { readName } from '../sandboxes/read-creation.js'

/** The sandbox's own name where the body says none. */
async function readCheckpointName({ body }: ControlExchange, recoveryId: string): Promise<string> {
  const given = await body()
  return given['id'] === undefined || given['id'] === null ? recoveryId : readName(given, 'id')
}

async function capture(exchange: ControlExchange): Promise<void> {
  const { cloud, place, params, reply } = exchange
  const sandbox = cloud.sandboxes.requireRunning(place, params['sandboxId'] ?? '')
  const checkpointName = await readCheckpointName(exchange, sandbox.recoveryId)
  const end = cloud.lifecycle.begin(sandbox, () => undefined)
  try {
    reply.send(200, { checkpointName, status: await cloud.lifecycle.capture(sandbox, checkpointName) })
  } finally {
    end()
  }
}

/** What is just being captured is removed as well. */
async function remove(exchange: ControlExchange): Promise<void> {
  const { cloud, place, params, reply } = exchange
  const sandbox = cloud.sandboxes.requireShown(place, params['sandboxId'] ?? '')
  const checkpointName = await readCheckpointName(exchange, sandbox.recoveryId)
  await sandbox.capture?.done.catch(() => undefined)
  const wasThere = await cloud.checkpoints.remove(sandbox.scope, checkpointName)
  if (!wasThere) throw notFound('Checkpoint', checkpointName)
  reply.send(204)
}

export const checkpointRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/sandbox/:sandboxId/checkpoint', handle: capture },
  { method: 'DELETE', path: '/sandbox/:sandboxId/checkpoint', handle: remove },
]
