import { HttpFailure } from '../../../http/http-failure.js'
import { askAgent } from '../../agent/index.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'

/** The first of the protocols that a client of the exec socket offers; the lease itself is the second. */
export const execSubprotocol = 'railway-shell'

function lease({ cloud, place, params, reply }: ControlExchange): void {
  const { id, backend, resourceId } = touched({ cloud, place, params })
  if (backend === 'e2b') {
    throw new HttpFailure(501, 'The emulator has no commands for the backend e2b', { code: 'not_implemented' })
  }
  const { jwt, expiresAt } = cloud.leases.sign(resourceId)
  const { url, features } = cloud.settings
  reply.send(200, {
    provider: backend,
    sandboxId: id,
    providerResourceId: resourceId,
    jwt,
    wsEndpoint: `${url.replace(/^http/, 'ws')}/exec/${resourceId}`,
    subprotocol: execSubprotocol,
    expiresAt: expiresAt ?? null,
    ...(features.length === 0 ? {} : { features }),
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
