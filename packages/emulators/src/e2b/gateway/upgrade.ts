import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { joinUpgrade, refuseUpgrade, upgradeHeaders } from '../../gateway/join-upgrade.js'
import { parseAddress } from '../../http/front.js'
import type { RequestJournal } from '../../http/journal.js'
import type { Cloud } from '../control/cloud.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { forwardedOptions } from './forward.js'
import { admit, findTarget } from './gateway.js'
import { closedPort, type Refusal } from './refusal.js'
import { envdPort, type Target } from './target.js'

function connect(request: IncomingMessage, socket: Duplex, head: Buffer, sandbox: Sandbox, target: Target): void {
  joinUpgrade({
    socket,
    head,
    options: forwardedOptions(request, { sandbox, target }, upgradeHeaders(request)),
    cuts: sandbox.cuts,
    onAnswer: () => undefined,
    onUnreachable: () => refuseUpgrade(socket, 502, closedPort(target).body),
  })
}

/** Connects what speaks another protocol after its first request, as websockets do, to a server in a sandbox. */
export async function handleUpgrade(
  { cloud, journal }: { readonly cloud: Cloud; readonly journal: RequestJournal },
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const url = parseAddress(request) ?? new URL('http://emulator/')
  const entry = journal.open(request, url)
  const target = findTarget(cloud, request, url)
  socket.once('close', () => {
    if (entry.outcome === 'open') entry.outcome = 'answered'
    journal.close(entry)
  })
  const refused = (refusal: Refusal): void => {
    entry.status = refusal.status
    refuseUpgrade(socket, refusal.status, refusal.body)
  }
  if (target === undefined || target.port === envdPort) {
    return refused({ status: 404, body: { code: 404, message: `The emulator knows no upgrade of ${url.pathname}` } })
  }
  journal.route(entry, { route: `UPGRADE port ${target.port}`, kind: 'call', sandboxId: target.sandboxId })
  const admitted = await admit(cloud, request, target)
  if ('refusal' in admitted) return refused(admitted.refusal)
  entry.status = 101
  connect(request, socket, head, admitted.sandbox, target)
}
