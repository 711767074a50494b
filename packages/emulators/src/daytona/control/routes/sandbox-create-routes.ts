import type { ControlExchange, ControlRoute } from '../control-route.js'
import type { SandboxImage } from '../images.js'
import { requireRoom } from '../limits/require-room.js'
import { type CreateRequest, parseCreateRequest } from '../sandboxes/create-request.js'
import { answerSandbox, answerWhenSettled } from './answer-sandbox.js'

/** What is there already; `undefined` for what has to be built first. */
async function findImage({ cloud }: ControlExchange, request: CreateRequest): Promise<SandboxImage | undefined> {
  const { buildInfo, snapshot } = request
  if (buildInfo === undefined) return cloud.snapshots.choose(snapshot)
  return cloud.builder.isBuilt(buildInfo) ? cloud.builder.build(buildInfo, () => undefined) : undefined
}

async function create(exchange: ControlExchange): Promise<void> {
  const { cloud } = exchange
  const request = parseCreateRequest(await exchange.body())
  if (request.name !== undefined) cloud.sandboxes.requireFree(request.name)
  cloud.secrets.variables(request.secrets)
  const shares = await cloud.volumes.share(request.volumes)
  const image = await findImage(exchange, request)
  try {
    requireRoom(cloud)
    const sandbox = cloud.lifecycle.create(request, image, shares)
    // A build takes too long to be waited for.
    if (image === undefined) answerSandbox(exchange, sandbox)
    else await answerWhenSettled(exchange, sandbox)
  } catch (error) {
    await image?.disk.release()
    throw error
  }
}

export const sandboxCreateRoutes: readonly ControlRoute[] = [{ method: 'POST', path: '/sandbox', handle: create }]
