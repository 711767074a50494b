import { HttpFailure } from '../../../http/http-failure.js'
import type { Cloud } from '../cloud.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { sandboxAccount } from '../machines/sandbox-account.js'
import { BodyValues } from '../sandboxes/body-values.js'
import type { WarmPool } from './warm-pool.js'

function view(pool: WarmPool, { settings }: Cloud): Record<string, unknown> {
  return {
    id: pool.id,
    organizationId: settings.organizationId,
    snapshot: pool.snapshot,
    target: pool.target,
    pool: pool.pool,
    currentSize: 0,
    cpu: pool.resources.cpu,
    mem: pool.resources.memory,
    disk: pool.resources.disk,
    osUser: pool.osUser,
    env: {},
    errorReason: null,
    createdAt: pool.createdAt.toISOString(),
    updatedAt: pool.updatedAt.toISOString(),
  }
}

function readSize(body: BodyValues): number {
  const size = body.integer('pool', 0)
  if (size === undefined) throw new HttpFailure(400, 'pool should not be empty')
  return size
}

function poolOf({ cloud, params }: ControlExchange): WarmPool {
  return cloud.warmPools.require(params['poolId'] ?? '')
}

function list({ cloud, reply }: ControlExchange): void {
  reply.send(
    200,
    cloud.warmPools.all().map((pool) => view(pool, cloud)),
  )
}

async function create({ cloud, body, reply }: ControlExchange): Promise<void> {
  const given = new BodyValues(await body())
  const { name, resources, image } = cloud.snapshots.require(given.need('snapshot'))
  const pool = cloud.warmPools.create({
    snapshot: name,
    target: given.text('target') ?? cloud.settings.target,
    resources,
    osUser: image?.config.user ?? sandboxAccount.name,
    pool: readSize(given),
  })
  reply.send(201, view(pool, cloud))
}

async function update(exchange: ControlExchange): Promise<void> {
  const pool = poolOf(exchange)
  exchange.cloud.warmPools.resize(pool, readSize(new BodyValues(await exchange.body())))
  exchange.reply.send(200, view(pool, exchange.cloud))
}

function remove(exchange: ControlExchange): void {
  exchange.cloud.warmPools.remove(poolOf(exchange))
  exchange.reply.send(204)
}

export const warmPoolRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/warm-pools', handle: list },
  { method: 'POST', path: '/warm-pools', handle: create },
  { method: 'PATCH', path: '/warm-pools/:poolId', handle: update },
  { method: 'DELETE', path: '/warm-pools/:poolId', handle: remove },
]
