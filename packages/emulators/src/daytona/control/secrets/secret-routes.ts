import { HttpFailure } from '../../../http/http-failure.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { BodyValues } from '../sandboxes/body-values.js'
import type { Secret } from './secret.js'
import { listSecrets } from './secret-list.js'

/** The value is shown to nobody. */
function view({ id, name, description, placeholder, hosts, createdAt, updatedAt }: Secret): Record<string, unknown> {
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    placeholder,
    hosts,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function secretOf({ cloud, params }: ControlExchange): Secret {
  return cloud.secrets.requireId(params['secretId'] ?? '')
}

function list({ cloud, url, reply }: ControlExchange): void {
  const { items, ...page } = listSecrets(url.searchParams, cloud.secrets.all())
  reply.send(200, { items: items.map((secret) => view(secret)), ...page })
}

function listAll({ cloud, reply }: ControlExchange): void {
  reply.send(
    200,
    cloud.secrets.all().map((secret) => view(secret)),
  )
}

async function create(exchange: ControlExchange): Promise<void> {
  const body = new BodyValues(await exchange.body())
  const name = body.need('name')
  if (!/^[\w-]+$/.test(name))
    throw new HttpFailure(400, 'name may only contain letters, digits, hyphens and underscores')
  const draft = {
    name,
    value: body.need('value'),
    description: body.text('description'),
    hosts: body.texts('hosts') ?? [],
  }
  exchange.reply.send(201, view(exchange.cloud.secrets.create(draft)))
}

async function update(exchange: ControlExchange): Promise<void> {
  const secret = secretOf(exchange)
  const body = new BodyValues(await exchange.body())
  exchange.cloud.secrets.update(secret, {
    value: body.text('value'),
    description: body.text('description'),
    hosts: body.texts('hosts'),
  })
  exchange.reply.send(200, view(secret))
}

function remove(exchange: ControlExchange): void {
  exchange.cloud.secrets.remove(secretOf(exchange))
  exchange.reply.send(204)
}

export const secretRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/secret/paginated', handle: list },
  { method: 'GET', path: '/secret', handle: listAll },
  { method: 'POST', path: '/secret', handle: create },
  {
    method: 'GET',
    path: '/secret/:secretId',
    handle: (exchange) => exchange.reply.send(200, view(secretOf(exchange))),
  },
  { method: 'PATCH', path: '/secret/:secretId', handle: update },
  { method: 'DELETE', path: '/secret/:secretId', handle: remove },
]
