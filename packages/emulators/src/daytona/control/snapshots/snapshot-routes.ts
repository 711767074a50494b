import { HttpFailure } from '../../../http/http-failure.js'
import type { RequestKind } from '../../../http/journal-entry.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { readPage } from '../read-page.js'
import type { Snapshot } from './snapshot.js'
import { parseSnapshotRequest } from './snapshot-request.js'
import { snapshotNotFound } from './snapshot-store.js'
import { viewSnapshot } from './snapshot-view.js'

function answer({ cloud, reply }: ControlExchange, snapshot: Snapshot): void {
  cloud.snapshots.awaited.see(snapshot.id, snapshot.name)
  reply.send(200, viewSnapshot(snapshot, cloud.settings.organizationId))
}

function list({ cloud, url, reply }: ControlExchange): void {
  const query = url.searchParams
  const name = query.get('name') ?? ''
  const source = query.get('sourceSandboxId')
  const found = cloud.snapshots.all().filter((snapshot) => {
    return snapshot.name.includes(name) && (source === null || snapshot.sourceSandboxId === source)
  })
  const newestFirst = found.toSorted((a, b) => b.sequence - a.sequence)
  const { items, ...page } = readPage(query, newestFirst)
  reply.send(200, { items: items.map((snapshot) => viewSnapshot(snapshot, cloud.settings.organizationId)), ...page })
}

async function create(exchange: ControlExchange): Promise<void> {
  const { cloud } = exchange
  const { buildInfo, ...request } = parseSnapshotRequest(await exchange.body())
  const { regionId = cloud.settings.target } = request
  const draft = { ...request, regionId }
  const { snapshotMaker } = cloud
  const snapshot = buildInfo ? await snapshotMaker.build(draft, buildInfo) : snapshotMaker.pull(draft)
  answer(exchange, snapshot)
}

function kindOfLook({ cloud, params }: Pick<ControlExchange, 'cloud' | 'params'>): RequestKind {
  return cloud.snapshots.awaited.has(params['snapshotId'] ?? '') ? 'poll' : 'call'
}

function get(exchange: ControlExchange): void {
  const { cloud, params } = exchange
  const { snapshotId = '' } = params
  if (cloud.snapshots.find(snapshotId) === undefined) cloud.snapshots.awaited.see(snapshotId)
  answer(exchange, cloud.snapshots.require(snapshotId))
}

function requireOwn({ cloud, params }: ControlExchange): Snapshot {
  const snapshot = cloud.snapshots.requireId(params['snapshotId'] ?? '')
  if (snapshot.isGeneral) throw new HttpFailure(403, 'Access denied: a general snapshot cannot be changed')
  return snapshot
}

function remove(exchange: ControlExchange): void {
  const snapshot = requireOwn(exchange)
  if (snapshot.state !== 'removing') exchange.cloud.snapshotMaker.remove(snapshot)
  exchange.reply.send(200)
}

function activate(exchange: ControlExchange): void {
  const snapshot = requireOwn(exchange)
  if (snapshot.state === 'active') throw new HttpFailure(400, `Snapshot ${snapshot.id} is already active`)
  if (snapshot.state !== 'inactive') {
    throw new HttpFailure(400, `Snapshot ${snapshot.id} cannot be activated - it is in ${snapshot.state} state`)
  }
  exchange.cloud.snapshotMaker.activate(snapshot)
  answer(exchange, snapshot)
}

function deactivate(exchange: ControlExchange): void {
  const snapshot = requireOwn(exchange)
  if (snapshot.state !== 'active') throw new HttpFailure(400, `Snapshot ${snapshot.id} is not active`)
  exchange.cloud.snapshotMaker.deactivate(snapshot)
  exchange.reply.send(204)
}

function logsUrl({ cloud, params, reply }: ControlExchange): void {
  const { build } = cloud.snapshots.requireId(params['snapshotId'] ?? '')
  if (build === undefined) throw snapshotNotFound(`${params['snapshotId']} with a build`)
  reply.send(200, { url: `${cloud.settings.url}/build-logs/${build.id}` })
}

export const snapshotRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/snapshots', handle: list },
  { method: 'POST', path: '/snapshots', handle: create },
  { method: 'GET', path: '/snapshots/:snapshotId', kindOf: kindOfLook, handle: get },
  { method: 'DELETE', path: '/snapshots/:snapshotId', handle: remove },
  { method: 'POST', path: '/snapshots/:snapshotId/activate', handle: activate },
  { method: 'POST', path: '/snapshots/:snapshotId/deactivate', handle: deactivate },
  { method: 'GET', path: '/snapshots/:snapshotId/build-logs-url', handle: logsUrl },
]
