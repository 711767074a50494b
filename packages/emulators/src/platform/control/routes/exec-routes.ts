import { HttpFailure } from '../../../http/http-failure.js'
import { askAgent } from '../../agent/index.js'
import { e2bAddress } from '../backends/e2b-data-plane.js'
import { waitForEnvd } from '../backends/envd-socket.js'
import type { Cloud } from '../cloud.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import type { Sandbox } from '../sandboxes/sandbox.js'

/** The first of the protocols that a client of the exec socket offers; the lease itself is the second. */
export const execSubprotocol = 'railway-shell'

/** What a client reaches the commands of a sandbox with. */
async function channelOf({ settings }: Cloud, { backend, machine, resourceId }: Sandbox) {
  if (backend === 'railway') {
    const { url, features } = settings
    const wsEndpoint = `${url.replace(/^http/, 'ws')}/exec/${resourceId}`
    return { wsEndpoint, subprotocol: execSubprotocol, ...(features.length === 0 ? {} : { features }) }
  }
  if (!(await waitForEnvd(machine))) throw new HttpFailure(503, 'The sandbox does not answer')
  return { wsEndpoint: e2bAddress(settings.url, resourceId), subprotocol: '' }
}

async function lease({ cloud, place, params, reply }: ControlExchange): Promise<void> {
  const sandbox = touched({ cloud, place, params })
  const { id, backend, resourceId } = sandbox
  const channel = await channelOf(cloud, sandbox)
  const { jwt, expiresAt } = cloud.leases.sign(resourceId)
  reply.send(200, {
    provider: backend,
    sandboxId: id,
    providerResourceId: resourceId,
    jwt,
    expiresAt: expiresAt ?? null,
    ...channel,
  })
}

function touched({ cloud, place, params }: Pick<ControlExchange, 'cloud' | 'params' | 'place'>) {
  const sandbox = cloud.sandboxes.requireRunning(place, params['sandboxId'] ?? '')
  cloud.lifecycle.touch(sandbox)
  return sandbox
}

function messageOf(text: string): string {
  const { error } = JSON.parse(text) as { readonly error?: { readonly message?: unknown } }
  return typeof error?.message === 'string' ? error.message : text
}

/** As it was before there were leases: a command, and an answer with all that it printed. */
async function execute({ cloud, place, params, reply, body }: ControlExchange): Promise<void> {
  const sandbox = touched({ cloud, place, params })
  const question = { method: 'POST', path: '/legacy-exec', body: await body() }
  const end = cloud.lifecycle.begin(sandbox, () => reply.drop())
  try {
    const { status, text } = await askAgent(sandbox.machine.socketPath, question)
    if (status !== 200) throw new HttpFailure(status, messageOf(text))
    reply.send(200, JSON.parse(text))
  } finally {
    end()
  }
}

export const execRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/sandbox/:sandboxId/exec-lease', handle: lease },
  { method: 'POST', path: '/sandbox/:sandboxId/exec', handle: execute },
]
