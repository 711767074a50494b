import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { forward } from '../../gateway/forward.js'
import { passedHeaders } from '../../gateway/pass-headers.js'
import type { Resolution } from '../../http/front.js'
import type { Reply } from '../../http/reply.js'
import type { Cloud } from '../control/cloud.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { describeEnvdRoute, isReservedRoute } from './envd-routes.js'
import { findSigned } from './find-signed.js'
import { forwardedOptions } from './forward.js'
import { closedPort, missingTrafficToken, notFound, type Refusal, sendRefusal } from './refusal.js'
import { envdPort, type Target, targetOf } from './target.js'

/** Finds the sandbox for a request that is not for the control plane. */
export function findTarget(cloud: Cloud, request: IncomingMessage, url: URL): Target | undefined {
  const target = targetOf(request)
  if (target !== undefined) return target
  const signed = findSigned(cloud.sandboxes.all(), request, url)
  return signed === undefined ? undefined : { sandboxId: signed.id, port: envdPort }
}

/** A paused sandbox that may be woken by requests is, before this resolves. */
async function wake(cloud: Cloud, sandbox: Sandbox): Promise<void> {
  const { autoResume, timeoutMs } = sandbox.settings
  if (sandbox.phase === 'paused' && autoResume && sandbox.hasMemory) await cloud.lifecycle.resume(sandbox, timeoutMs)
}

/** The sandbox, if requests to it may pass. */
export async function admit(
  cloud: Cloud,
  request: IncomingMessage,
  target: Target,
): Promise<{ sandbox: Sandbox } | { refusal: Refusal }> {
  const sandbox = cloud.sandboxes.find(target.sandboxId)
  if (sandbox === undefined) return { refusal: notFound(target.sandboxId) }
  if (target.port !== envdPort && sandbox.trafficToken !== undefined) {
    const given = request.headers['e2b-traffic-access-token']
    if (given !== sandbox.trafficToken) return { refusal: missingTrafficToken(sandbox.id, given !== undefined) }
  }
  await wake(cloud, sandbox)
  return sandbox.phase === 'running' ? { sandbox } : { refusal: notFound(sandbox.id) }
}

async function pass(request: IncomingMessage, reply: Reply, sandbox: Sandbox, target: Target): Promise<void> {
  // Looked at again without waiting in between: who is not among the cuts when a sandbox is paused would wait until it goes on.
  if (sandbox.phase !== 'running') return sendRefusal(reply, request, notFound(sandbox.id))
  const cut = (): void => reply.drop()
  sandbox.cuts.add(cut)
  try {
    const answer = await forward(request, forwardedOptions(request, { sandbox, target }))
    const stop = (): void => void answer.destroy()
    reply.onceClosed(stop)
    // Errors here mean that one of the two ends has gone: the other is told by the same.
    await pipeline(answer, reply.stream(answer.statusCode ?? 502, passedHeaders(answer))).catch(cut)
  } catch {
    // Nothing answers there. Of a sandbox that has just ended, its connection was cut already.
    if (reply.isOver) return
    if (reply.isStarted) return cut()
    const isGone = sandbox.phase !== 'running' || target.port === envdPort
    sendRefusal(reply, request, isGone ? notFound(sandbox.id) : closedPort(target))
  } finally {
    sandbox.cuts.delete(cut)
  }
}

export function resolveGateway(cloud: Cloud, request: IncomingMessage, url: URL, target: Target): Resolution {
  const { sandboxId, port } = target
  return {
    ...(port === envdPort ? describeEnvdRoute(request, url) : describePort(request, port)),
    sandboxId,
    handle: async (reply) => {
      const admitted = await admit(cloud, request, target)
      if ('refusal' in admitted) return sendRefusal(reply, request, admitted.refusal)
      if (port === envdPort && isReservedRoute(url)) return reply.send(404, { code: 404, message: 'Not found' })
      return pass(request, reply, admitted.sandbox, target)
    },
  }
}

function describePort(request: IncomingMessage, port: number): Pick<Resolution, 'route' | 'kind'> {
  return { route: `${request.method} port ${port}`, kind: 'call' }
}
