import { Agent, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { describeEnvdRoute, isReservedRoute } from '../../../e2b/gateway/envd-routes.js'
import { notFound, sendRefusal } from '../../../e2b/gateway/refusal.js'
import { forward } from '../../../gateway/forward.js'
import { bodyHeaders, passedHeaders } from '../../../gateway/pass-headers.js'
import type { Resolution } from '../../../http/front.js'
import type { Reply } from '../../../http/reply.js'
import type { Machine } from '../../../machine/index.js'
import type { Cloud } from '../cloud.js'
import type { Sandbox } from '../sandboxes/sandbox.js'
import { envdSocketOf } from './envd-socket.js'

const base = /^\/e2b\/([\w-]+)(?=\/)/

/** The address of E2B's daemon in a sandbox, as a lease names it. */
export function e2bAddress(url: string, resourceId: string): string {
  return `${url}/e2b/${resourceId}`
}

function hasLease(cloud: Cloud, { headers }: IncomingMessage, resourceId: string): boolean {
  const token = headers['x-access-token']
  return typeof token === 'string' && cloud.leases.opens(token, resourceId)
}

const agents = new WeakMap<Machine, Agent>()

/**
 * Keeps connections to a daemon, which end with it. On a connection for one request the daemon closes when it has answered, and it may answer
 * before the last piece of the request was written: the answer would be lost.
 */
function agentOf(machine: Machine): Agent {
  const agent = agents.get(machine) ?? new Agent({ keepAlive: true })
  agents.set(machine, agent)
  return agent
}

async function pass(cloud: Cloud, sandbox: Sandbox, request: IncomingMessage, reply: Reply): Promise<void> {
  const cut = (): void => reply.drop()
  const end = cloud.lifecycle.begin(sandbox, cut)
  try {
    const answer = await forward(request, {
      socketPath: envdSocketOf(sandbox.machine),
      agent: agentOf(sandbox.machine),
      method: request.method,
      path: (request.url ?? '').replace(base, ''),
      headers: [...passedHeaders(request), ...bodyHeaders(request)],
    })
    reply.onceClosed(() => void answer.destroy())
    // Errors here mean that one of the two ends has gone: the other is told by the same.
    await pipeline(answer, reply.stream(answer.statusCode ?? 502, passedHeaders(answer))).catch(cut)
  } catch {
    // Nothing answers there any more.
    if (reply.isOver) return
    if (reply.isStarted) cut()
    else sendRefusal(reply, request, notFound(sandbox.id))
  } finally {
    end()
  }
}

/** The requests of E2B's clients to a sandbox that is kept there, for those who show its lease as the vendor's access token. */
export function resolveE2B(cloud: Cloud, request: IncomingMessage, url: URL): Resolution | undefined {
  const resourceId = base.exec(url.pathname)?.[1]
  if (resourceId === undefined) return undefined
  const inner = new URL(url.pathname.replace(base, '') + url.search, url)
  const sandbox = cloud.sandboxes.findResource(resourceId)
  return {
    ...describeEnvdRoute(request, inner),
    sandboxId: sandbox?.id,
    handle: (reply) => {
      if (sandbox?.backend !== 'e2b' || !hasLease(cloud, request, resourceId)) {
        return reply.send(401, { code: 'unauthenticated', message: 'The lease is missing, not valid or has expired' })
      }
      if (sandbox.destroyedAt !== undefined) return sendRefusal(reply, request, notFound(sandbox.id))
      if (isReservedRoute(inner)) return reply.send(404, { code: 404, message: 'Not found' })
      return pass(cloud, sandbox, request, reply)
    },
  }
}
