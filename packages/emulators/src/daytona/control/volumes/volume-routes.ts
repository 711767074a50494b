import { HttpFailure } from '../../../http/http-failure.js'
import type { RequestKind } from '../../../http/journal-entry.js'
import type { Cloud } from '../cloud.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { BodyValues } from '../sandboxes/body-values.js'
import type { Volume } from './volume.js'

function view(volume: Volume, { settings }: Cloud): Record<string, unknown> {
  return {
    id: volume.id,
    name: volume.name,
    organizationId: settings.organizationId,
    state: volume.state,
    createdAt: volume.createdAt.toISOString(),
    updatedAt: volume.updatedAt.toISOString(),
    lastUsedAt: volume.lastUsedAt?.toISOString() ?? null,
    errorReason: volume.errorReason,
  }
}

function answer({ cloud, reply }: ControlExchange, volume: Volume): void {
  cloud.volumes.awaited.see(volume.id, volume.name)
  reply.send(200, view(volume, cloud))
}

function kindOfLook({ cloud, params }: Pick<ControlExchange, 'cloud' | 'params'>): RequestKind {
  return cloud.volumes.awaited.has(params['volumeId'] ?? params['name'] ?? '') ? 'poll' : 'call'
}

function list({ cloud, reply }: ControlExchange): void {
  reply.send(
    200,
    cloud.volumes.all().map((volume) => view(volume, cloud)),
  )
}

async function create(exchange: ControlExchange): Promise<void> {
  const name = new BodyValues(await exchange.body()).need('name')
  answer(exchange, exchange.cloud.volumes.create(name))
}

function get(exchange: ControlExchange): void {
  const { cloud, params } = exchange
  const { volumeId = '' } = params
  if (cloud.volumes.find(volumeId) === undefined) cloud.volumes.awaited.see(volumeId)
  answer(exchange, cloud.volumes.requireId(volumeId))
}

function getByName(exchange: ControlExchange): void {
  const { cloud, params } = exchange
  const { name = '' } = params
  const volume = cloud.volumes.named(name)
  if (volume === undefined) {
    cloud.volumes.awaited.see(name)
    throw new HttpFailure(404, `Volume with name ${name} not found`)
  }
  answer(exchange, volume)
}

/** Some sandbox that is not deleted stands on it, whether it runs or not. */
function isUsed({ id, name }: Volume, { sandboxes }: Cloud): boolean {
  const users = sandboxes.all().filter(({ state }) => state !== 'destroyed')
  return users.some(({ settings }) => settings.volumes.some(({ volumeId }) => volumeId === id || volumeId === name))
}

function remove({ cloud, params, reply }: ControlExchange): void {
  const volume = cloud.volumes.requireId(params['volumeId'] ?? '')
  if (volume.state !== 'ready' && volume.state !== 'error') {
    throw new HttpFailure(400, `Volume must be in 'ready' or 'error' state in order to be deleted`)
  }
  if (isUsed(volume, cloud)) {
    throw new HttpFailure(409, 'Volume cannot be deleted because it is in use by one or more sandboxes')
  }
  cloud.volumes.remove(volume)
  reply.send(200)
}

export const volumeRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/volumes', handle: list },
  { method: 'POST', path: '/volumes', handle: create },
  { method: 'GET', path: '/volumes/by-name/:name', kindOf: kindOfLook, handle: getByName },
  { method: 'GET', path: '/volumes/:volumeId', kindOf: kindOfLook, handle: get },
  { method: 'DELETE', path: '/volumes/:volumeId', handle: remove },
]
