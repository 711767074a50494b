import { HttpFailure } from '../../../http/http-failure.js'
import { numberOf, verifyShape } from '../body-shape.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import { pageOf, parsePageRequest } from '../paging.js'
import { type ApiVersion, parseCreateRequest, parseTimeout } from '../sandboxes/create-request.js'
import { isListed, parseListQuery } from '../sandboxes/list-query.js'
import { networkShape, parseNetwork } from '../sandboxes/network-settings.js'
import type { Sandbox } from '../sandboxes/sandbox.js'
import { sandboxNotFound } from '../sandboxes/sandbox-store.js'
import { viewDetail, viewListed, viewSandbox } from '../sandboxes/sandbox-views.js'
import { requireRoom } from '../sandboxes/sandbox-limit.js'
import { chooseTemplate } from '../templates/choose-template.js'
import { parseTemplateName } from '../templates/template-name.js'

const defaultConnectSeconds = 300

function sandboxOf(call: ControlCall): Sandbox {
  return call.cloud.sandboxes.require(call.parameter('id'), call.team)
}

function answerSandbox(call: ControlCall, status: number, sandbox: Sandbox): Answer {
  return { status, body: viewSandbox(sandbox, call.cloud.settings.domain) }
}

async function create(call: ControlCall, version: ApiVersion): Promise<Answer> {
  const { cloud } = call
  const request = parseCreateRequest(await call.body(), version)
  const { choice, disk } = chooseTemplate(cloud.templates, request.template, call.team)
  const release = requireRoom(cloud)
  try {
    const sandbox = await cloud.lifecycle.create(request.settings(choice, call.team.name), disk)
    return answerSandbox(call, 201, sandbox)
  } finally {
    release()
  }
}

async function connect(call: ControlCall): Promise<Answer> {
  const body = verifyShape(await call.body(), { timeout: { type: 'integer' }, memory: { type: 'boolean' } })
  const timeoutMs = parseTimeout(numberOf(body, 'timeout'), defaultConnectSeconds)
  const sandbox = sandboxOf(call)
  const { lifecycle } = call.cloud
  if (await lifecycle.resume(sandbox, timeoutMs, body['memory'] === false)) return answerSandbox(call, 201, sandbox)
  // A running sandbox never gets less time by being connected to.
  if (Date.now() + timeoutMs > sandbox.endAt.getTime()) lifecycle.setEnd(sandbox, timeoutMs)
  return answerSandbox(call, 200, sandbox)
}

async function resume(call: ControlCall): Promise<Answer> {
  const body = verifyShape(await call.body(), { timeout: { type: 'integer' }, autoPause: { type: 'boolean' } })
  const sandbox = sandboxOf(call)
  const timeoutMs = parseTimeout(numberOf(body, 'timeout'), 15)
  if (await call.cloud.lifecycle.resume(sandbox, timeoutMs)) return answerSandbox(call, 201, sandbox)
  throw new HttpFailure(409, `Sandbox ${sandbox.id} is already running`)
}

async function pause(call: ControlCall): Promise<Answer> {
  const body = verifyShape(await call.body(), { memory: { type: 'boolean' } })
  await call.cloud.lifecycle.pause(sandboxOf(call), body['memory'] !== false)
  return { status: 204 }
}

async function kill(call: ControlCall): Promise<Answer> {
  await call.cloud.lifecycle.kill(sandboxOf(call))
  return { status: 204 }
}

function requireRunning(sandbox: Sandbox): Sandbox {
  if (sandbox.phase !== 'running') throw sandboxNotFound(sandbox.id)
  return sandbox
}

async function setTimeoutOf(call: ControlCall): Promise<Answer> {
  const body = verifyShape(await call.body(), { timeout: { type: 'integer', required: true } })
  const seconds = numberOf(body, 'timeout') ?? 0
  const sandbox = requireRunning(sandboxOf(call))
  // Zero and less end it now, as they would with the vendor.
  call.cloud.lifecycle.setEnd(sandbox, seconds <= 0 ? 0 : parseTimeout(seconds, 0))
  return { status: 204 }
}

async function refresh(call: ControlCall): Promise<Answer> {
  const body = verifyShape(await call.body(), { duration: { type: 'integer' } })
  const durationMs = parseTimeout(numberOf(body, 'duration'), 15)
  const sandbox = requireRunning(sandboxOf(call))
  if (Date.now() + durationMs > sandbox.endAt.getTime()) call.cloud.lifecycle.setEnd(sandbox, durationMs)
  return { status: 204 }
}

async function replaceNetwork(call: ControlCall): Promise<Answer> {
  const body = verifyShape(await call.body(), networkShape)
  const sandbox = requireRunning(sandboxOf(call))
  // Whether its ports are public was settled when it was made.
  const { allowPublicTraffic } = sandbox.settings.network
  const kept = allowPublicTraffic === undefined ? {} : { allowPublicTraffic }
  sandbox.network = { ...parseNetwork(body), ...kept }
  return { status: 204 }
}

function parseSeconds(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new HttpFailure(400, `Invalid time: ${text}`)
  return value
}

async function metrics(call: ControlCall): Promise<Answer> {
  const { query, cloud } = call
  const [start, end] = [parseSeconds(query.get('start')), parseSeconds(query.get('end'))]
  return { status: 200, body: await cloud.metrics.samples(sandboxOf(call), start, end) }
}

function list(call: ControlCall, states?: readonly string[]): Answer {
  const { sandboxes, templates } = call.cloud
  const parsed = parseListQuery(call.query)
  const query = states === undefined ? parsed : { ...parsed, states }
  const templateId =
    query.template === undefined ? undefined : templates.find(parseTemplateName(query.template), call.team)?.id
  const all = sandboxes.all().filter((sandbox) => {
    return sandbox.settings.team === call.team.name && isListed(sandbox, query, templateId)
  })
  const { items, nextToken } = pageOf(all, parsePageRequest(call.query), query.order)
  const asksRunning = query.states.length === 0 || query.states.includes('running')
  const running = all.filter(({ phase }) => phase === 'running').length
  return {
    status: 200,
    body: items.map((sandbox) => viewListed(sandbox)),
    headers: {
      ...(nextToken === undefined ? {} : { 'X-Next-Token': nextToken }),
      ...(asksRunning ? { 'X-Total-Running': running } : {}),
    },
  }
}

/** The vendor collects what the sandbox's system says; the machine keeps what its daemon printed. */
function logs(call: ControlCall): Answer {
  const sandbox = sandboxOf(call)
  const lines = sandbox.launched.machine.log().split('\n').filter(Boolean)
  const timestamp = sandbox.startedAt.toISOString()
  return {
    status: 200,
    body: {
      logs: lines.map((line) => ({ timestamp, line, level: 'info', message: line, fields: {} })),
      logEntries: lines.map((message) => ({ timestamp, level: 'info', message, fields: {} })),
    },
  }
}

function info(call: ControlCall): Answer {
  return { status: 200, body: viewDetail(sandboxOf(call), call.cloud.settings.domain) }
}

export const sandboxRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/v2/sandboxes', handle: (call) => create(call, 2) },
  { method: 'POST', path: '/sandboxes', handle: (call) => create(call, 1) },
  { method: 'GET', path: '/v2/sandboxes', handle: (call) => list(call) },
  { method: 'GET', path: '/sandboxes', handle: (call) => list(call, ['running']) },
  { method: 'POST', path: '/v2/sandboxes/{id}/connect', handle: connect },
  { method: 'POST', path: '/sandboxes/{id}/connect', handle: connect },
  { method: 'POST', path: '/sandboxes/{id}/resume', handle: resume },
  { method: 'POST', path: '/sandboxes/{id}/pause', handle: pause },
  { method: 'POST', path: '/sandboxes/{id}/timeout', handle: setTimeoutOf },
  { method: 'POST', path: '/sandboxes/{id}/refreshes', handle: refresh },
  { method: 'PUT', path: '/sandboxes/{id}/network', handle: replaceNetwork },
  { method: 'GET', path: '/sandboxes/{id}', handle: info },
  { method: 'DELETE', path: '/sandboxes/{id}', handle: kill },
  { method: 'GET', path: '/sandboxes/{id}/metrics', kind: 'poll', handle: metrics },
  { method: 'GET', path: '/sandboxes/{id}/logs', handle: logs },
  { method: 'GET', path: '/v2/sandboxes/{id}/logs', handle: logs },
]
