import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { forward } from '../../gateway/forward.js'
import { passedHeaders } from '../../gateway/pass-headers.js'
import type { Resolution } from '../../http/front.js'
import type { Reply } from '../../http/reply.js'
import type { Cloud } from '../control/cloud.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { admit } from './admit.js'
import { innerRequest } from './inner-request.js'
import { type Place, routeOfPlace, sandboxOfPlace } from './place-of-request.js'
import { type Refusal, refusalBody, unreachable } from './refusal.js'

type ProxiedPlace = Exclude<Place, { kind: 'events' }>

function sendRefusal(reply: Reply, request: IncomingMessage, place: ProxiedPlace, refusal: Refusal): void {
  // What is still being sent is read to its end, or the client would not see the answer.
  request.resume()
  const { status, location } = refusal
  const body = refusalBody(refusal, request.method ?? 'GET', place.path.split('?')[0] ?? '/')
  reply.send(status, body, location === undefined ? {} : { Location: location })
}

interface Passing {
  readonly cloud: Cloud
  readonly request: IncomingMessage
  readonly reply: Reply
  readonly sandbox: Sandbox
  readonly place: ProxiedPlace
}

async function pass({ cloud, request, reply, sandbox, place }: Passing): Promise<void> {
  const options = innerRequest(request, sandbox, place)
  if (options === undefined) return sendRefusal(reply, request, place, unreachable)
  const cut = (): void => reply.drop()
  sandbox.cuts.add(cut)
  cloud.lifecycle.clock.touch(sandbox)
  try {
    const answer = await forward(request, options)
    reply.onceClosed(() => void answer.destroy())
    // Errors here mean that one of the two ends has gone: the other is told by the same.
    await pipeline(answer, reply.stream(answer.statusCode ?? 502, passedHeaders(answer))).catch(cut)
  } catch {
    // Nothing answers there. Of a sandbox that has just stopped, the connection was cut already.
    if (reply.isOver) return
    if (reply.isStarted) return cut()
    sendRefusal(reply, request, place, unreachable)
  } finally {
    sandbox.cuts.delete(cut)
    if (sandbox.state === 'started') cloud.lifecycle.clock.touch(sandbox)
  }
}

/** Passes requests on to daemons, and to servers in sandboxes. */
export function resolveGateway(cloud: Cloud, request: IncomingMessage, place: ProxiedPlace): Resolution {
  return {
    ...routeOfPlace(place, request.method ?? 'GET'),
    kind: 'call',
    sandboxId: sandboxOfPlace(cloud, place)?.id,
    handle: async (reply) => {
      const admitted = admit(cloud, request, place)
      if ('refusal' in admitted) return sendRefusal(reply, request, place, admitted.refusal)
      return pass({ cloud, request, reply, place, sandbox: admitted.sandbox })
    },
  }
}
