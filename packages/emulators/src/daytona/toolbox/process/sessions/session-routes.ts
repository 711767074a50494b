import { requiredText, optionalFlag } from '../../http/body-fields.js'
import { readJson } from '../../http/read-json.js'
import type { ToolboxExchange, ToolboxRoute } from '../../http/route.js'
import { sendJson } from '../../http/send.js'
import { logMembers, streamJson } from '../output/log-json.js'
import { processContext } from '../process-context.js'
import { sendLogs } from './send-logs.js'
import type { SessionCommand } from './session-command.js'
import type { Session } from './session.js'

async function sessionOf({ state, params }: ToolboxExchange): Promise<Session> {
  const { sessions } = processContext(state)
  return sessions.get(params['sessionId'] ?? '')
}

async function commandOf(exchange: ToolboxExchange): Promise<SessionCommand> {
  return (await sessionOf(exchange)).command(exchange.params['commandId'] ?? '')
}

async function* finishedCommand(command: SessionCommand, exitCode: number): AsyncGenerator<string> {
  yield `{"cmdId":${JSON.stringify(command.id)},"exitCode":${exitCode},`
  yield* logMembers(command.log)
  yield '}'
}

async function execute(exchange: ToolboxExchange): Promise<void> {
  const { request, response } = exchange
  const session = await sessionOf(exchange)
  const body = await readJson(request)
  const isAsync = optionalFlag(body, 'runAsync') || optionalFlag(body, 'async')
  const suppressesEcho = optionalFlag(body, 'suppressInputEcho')
  const command = await session.execute({ text: requiredText(body, 'command'), isAsync, suppressesEcho })
  if (isAsync) {
    sendJson(response, 202, { cmdId: command.id, output: null, stdout: null, stderr: null, exitCode: null })
    return
  }
  const exitCode = await command.finished
  await streamJson(response, finishedCommand(command, exitCode))
}

async function create({ state, request, response }: ToolboxExchange): Promise<void> {
  const sessionId = requiredText(await readJson(request), 'sessionId')
  const { sessions } = processContext(state)
  await sessions.create(sessionId)
  sendJson(response, 201)
}

async function list({ state, response }: ToolboxExchange): Promise<void> {
  const { sessions } = processContext(state)
  sendJson(
    response,
    200,
    (await sessions.list()).map((session) => session.view()),
  )
}

async function remove({ state, response, params }: ToolboxExchange): Promise<void> {
  const { sessions } = processContext(state)
  await sessions.remove(params['sessionId'] ?? '')
  sendJson(response, 204)
}

async function sendInput(exchange: ToolboxExchange): Promise<void> {
  const session = await sessionOf(exchange)
  const body = await readJson(exchange.request)
  await session.send(exchange.params['commandId'] ?? '', requiredText(body, 'data'))
  sendJson(exchange.response, 204)
}

const root = '/process/session'
const one = `${root}/:sessionId`
const command = `${one}/command/:commandId`

/** Sessions and their commands. */
export const sessionRoutes: readonly ToolboxRoute[] = [
  { method: 'POST', path: root, handle: create },
  { method: 'GET', path: root, handle: list },
  {
    method: 'GET',
    path: one,
    handle: async (exchange) => sendJson(exchange.response, 200, (await sessionOf(exchange)).view()),
  },
  { method: 'DELETE', path: one, handle: remove },
  { method: 'POST', path: `${one}/exec`, handle: execute },
  {
    method: 'GET',
    path: command,
    handle: async (exchange) => sendJson(exchange.response, 200, (await commandOf(exchange)).view()),
  },
  {
    method: 'GET',
    path: `${command}/logs`,
    handle: async (exchange) => sendLogs(exchange, (await commandOf(exchange)).log),
  },
  { method: 'POST', path: `${command}/input`, handle: sendInput },
]
