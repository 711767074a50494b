import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { joinUpgrade, refuseUpgrade, upgradeHeaders } from '../../gateway/join-upgrade.js'
import { describeFault, type FaultEffect } from '../../http/fault.js'
import type { FaultPlan } from '../../http/fault-plan.js'
import { parseAddress } from '../../http/front.js'
import type { OpenEntry, RequestJournal } from '../../http/journal.js'
import type { Cloud } from '../control/cloud.js'
import type { EventSocket } from '../control/events/event-socket.js'
import { admit } from './admit.js'
import { innerRequest } from './inner-request.js'
import { placeOf, type Place, routeOfPlace, sandboxOfPlace } from './place-of-request.js'
import { type Refusal, refusalBody, unreachable } from './refusal.js'
import { applyBefore, cutOf } from './upgrade-effect.js'

export interface UpgradeContext {
  readonly cloud: Cloud
  readonly journal: RequestJournal
  readonly faults: FaultPlan
  readonly latencyMs: number
  readonly eventSocket: EventSocket
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly entry: OpenEntry
  readonly effect: FaultEffect
}

function refuse({ socket, entry, request }: Upgrade, refusal: Refusal): void {
  const { status, location } = refusal
  entry.status = status
  const path = parseAddress(request)?.pathname ?? '/'
  refuseUpgrade(
    socket,
    status,
    refusalBody(refusal, 'GET', path),
    location === undefined ? [] : [`Location: ${location}`],
  )
}

function pass(cloud: Cloud, upgrade: Upgrade, place: Exclude<Place, { kind: 'events' }>): void {
  const { request, socket, head, entry, effect } = upgrade
  const admitted = admit(cloud, request, place)
  if ('refusal' in admitted) return refuse(upgrade, admitted.refusal)
  const { sandbox } = admitted
  const options = innerRequest(request, sandbox, place, upgradeHeaders(request))
  if (options === undefined) return refuse(upgrade, unreachable)
  const { clock } = cloud.lifecycle
  clock.touch(sandbox)
  socket.once('close', () => {
    if (sandbox.state === 'started') clock.touch(sandbox)
  })
  joinUpgrade({
    socket,
    head,
    options,
    cuts: sandbox.cuts,
    through: cutOf(effect, socket),
    onAnswer: (status) => {
      entry.status = status
    },
    onUnreachable: () => refuse(upgrade, unreachable),
  })
}

/** Writes the request into the journal, and says what was ordered for it. */
function record({ cloud, journal, faults }: UpgradeContext, request: IncomingMessage, url: URL, socket: Duplex) {
  const entry = journal.open(request, url)
  socket.once('close', () => {
    if (entry.outcome === 'open') entry.outcome = entry.status === undefined ? 'cut' : 'answered'
    journal.close(entry)
  })
  const place = placeOf(url)
  if (place !== undefined) {
    const sandboxId = sandboxOfPlace(cloud, place)?.id
    const kind = place.kind === 'events' ? 'background' : 'call'
    journal.route(entry, { ...routeOfPlace(place, 'WS'), kind, sandboxId })
  }
  const effect = faults.take(entry.route, entry.sandboxId) ?? {}
  if (describeFault(effect) !== '') entry.fault = describeFault(effect)
  return { entry, place, effect }
}

/** Connects websockets: to the events, to daemons, and to servers in sandboxes. */
export async function handleUpgrade(
  context: UpgradeContext,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const url = parseAddress(request) ?? new URL('http://emulator/')
  const { entry, place, effect } = record(context, request, url, socket)
  if (await applyBefore(effect, context.latencyMs, socket)) {
    if (effect.status !== undefined) entry.status = effect.status
    return
  }
  const upgrade: Upgrade = { request, socket, head, entry, effect }
  if (place === undefined) {
    return refuse(upgrade, { status: 404, message: `The emulator knows no upgrade of ${url.pathname}` })
  }
  if (place.kind !== 'events') return pass(context.cloud, upgrade, place)
  entry.status = 101
  context.eventSocket.accept(request, socket, head)
}
