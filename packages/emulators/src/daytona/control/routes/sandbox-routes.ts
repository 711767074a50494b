import { HttpFailure } from '../../../http/http-failure.js'
import type { RequestKind } from '../../../http/journal-entry.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { requireRoom } from '../limits/require-room.js'
import { readResize } from '../sandboxes/resize.js'
import { answerSandbox, answerWhenSettled, sandboxOf } from './answer-sandbox.js'

/** Clients look at one sandbox to see whether something that is under way has ended. */
function kindOfLook({ cloud, params }: Pick<ControlExchange, 'cloud' | 'params'>): RequestKind {
  const { sandboxId = '' } = params
  return cloud.sandboxes.awaited.has(cloud.sandboxes.findAny(sandboxId)?.id ?? sandboxId) ? 'poll' : 'call'
}

function get(exchange: ControlExchange): void {
  const { cloud, params } = exchange
  const { sandboxId = '' } = params
  if (cloud.sandboxes.findAny(sandboxId) === undefined) cloud.sandboxes.awaited.see(sandboxId)
  answerSandbox(exchange, cloud.sandboxes.require(sandboxId))
}

function remove(exchange: ControlExchange): void {
  const sandbox = sandboxOf(exchange)
  exchange.cloud.lifecycle.delete(sandbox)
  answerSandbox(exchange, sandbox)
}

async function start(exchange: ControlExchange): Promise<void> {
  const { cloud } = exchange
  const sandbox = sandboxOf(exchange)
  if (sandbox.state === 'stopped' || sandbox.state === 'archived') requireRoom(cloud)
  cloud.lifecycle.start(sandbox)
  await answerWhenSettled(exchange, sandbox)
}

/** With or without force all processes end at once here: containers' init passes no signal on. */
function stop(exchange: ControlExchange): void {
  const sandbox = sandboxOf(exchange)
  exchange.cloud.lifecycle.stop(sandbox)
  answerSandbox(exchange, sandbox)
}

function archive(exchange: ControlExchange): void {
  const sandbox = sandboxOf(exchange)
  exchange.cloud.lifecycle.archive(sandbox)
  answerSandbox(exchange, sandbox)
}

async function recover(exchange: ControlExchange): Promise<void> {
  const sandbox = sandboxOf(exchange)
  exchange.cloud.lifecycle.recover(sandbox)
  await answerWhenSettled(exchange, sandbox)
}

async function resize(exchange: ControlExchange): Promise<void> {
  const sandbox = sandboxOf(exchange)
  const resources = readResize(await exchange.body(), sandbox)
  exchange.cloud.lifecycle.resize(sandbox, resources)
  answerSandbox(exchange, sandbox)
}

/** What only virtual machines can do. */
function refuseForContainers(operation: string): (exchange: ControlExchange) => void {
  return (exchange) => {
    const { id } = sandboxOf(exchange)
    throw new HttpFailure(422, `Sandbox ${id} is of class container, which does not support ${operation}`)
  }
}

export const sandboxRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/sandbox/:sandboxId', kindOf: kindOfLook, handle: get },
  { method: 'DELETE', path: '/sandbox/:sandboxId', handle: remove },
  { method: 'POST', path: '/sandbox/:sandboxId/start', handle: start },
  { method: 'POST', path: '/sandbox/:sandboxId/stop', handle: stop },
  { method: 'POST', path: '/sandbox/:sandboxId/archive', handle: archive },
  { method: 'POST', path: '/sandbox/:sandboxId/recover', handle: recover },
  { method: 'POST', path: '/sandbox/:sandboxId/resize', handle: resize },
  { method: 'POST', path: '/sandbox/:sandboxId/pause', handle: refuseForContainers('pause') },
  { method: 'POST', path: '/sandbox/:sandboxId/resume', handle: refuseForContainers('resume') },
  { method: 'POST', path: '/sandbox/:sandboxId/fork', handle: refuseForContainers('fork') },
]
