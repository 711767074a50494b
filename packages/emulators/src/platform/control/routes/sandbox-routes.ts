import type { ControlExchange, ControlRoute } from '../control-route.js'
import { readCreation } from '../sandboxes/read-creation.js'
import { viewSandbox } from '../sandboxes/sandbox-view.js'

async function create({ cloud, place, reply, body }: ControlExchange): Promise<void> {
  const creation = readCreation(await body())
  const backend = place.backend ?? cloud.settings.defaultBackend
  const { sandbox, templatePending } = await cloud.lifecycle.create(creation, place.projectId, backend)
  reply.send(201, { ...viewSandbox(sandbox), ...(templatePending === undefined ? {} : { templatePending }) })
}

function show({ cloud, place, params, reply }: ControlExchange): void {
  reply.send(200, viewSandbox(cloud.sandboxes.requireShown(place, params['sandboxId'] ?? '')))
}

/** One that is unknown, or gone already, is not there: that is all that was asked for. */
async function remove({ cloud, place, params, reply }: ControlExchange): Promise<void> {
  const sandbox = cloud.sandboxes.findAt(place, params['sandboxId'] ?? '')
  if (sandbox === undefined) cloud.sandboxes.requireRunning(place, params['sandboxId'] ?? '')
  else await cloud.lifecycle.destroy(sandbox)
  reply.send(204)
}

export const sandboxRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/sandbox', handle: create },
  { method: 'GET', path: '/sandbox/:sandboxId', handle: show },
  { method: 'DELETE', path: '/sandbox/:sandboxId', handle: remove },
]
