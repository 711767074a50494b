import { optionalCount } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxExchange, ToolboxRoute } from '../http/route.js'
import { sendJson } from '../http/send.js'
import type { PtySession } from './pty-session.js'
import { ptyTable } from './pty-table.js'
import { checkSize, readPtyRequest } from './read-pty-request.js'

function sessionOf({ state, params }: ToolboxExchange): PtySession {
  return ptyTable(state).get(params['sessionId'] ?? '')
}

/** How older clients make one; they connect afterwards. */
async function create({ state, request, response }: ToolboxExchange): Promise<void> {
  const wanted = readPtyRequest(await readJson(request))
  const session = ptyTable(state).create(state, wanted)
  if (!wanted.lazyStart) {
    try {
      await session.start()
    } catch (error) {
      await session.kill()
      throw error
    }
  }
  sendJson(response, 201, { sessionId: wanted.id })
}

async function resize(exchange: ToolboxExchange): Promise<void> {
  const body = await readJson(exchange.request)
  const size = checkSize({ cols: optionalCount(body, 'cols') ?? 0, rows: optionalCount(body, 'rows') ?? 0 })
  const session = sessionOf(exchange)
  session.resize(size)
  sendJson(exchange.response, 200, session.view())
}

async function remove(exchange: ToolboxExchange): Promise<void> {
  await sessionOf(exchange).kill()
  sendJson(exchange.response, 200, { message: 'PTY session deleted' })
}

const root = '/process/pty'
const one = `${root}/:sessionId`

/** Terminals. */
export const ptyRoutes: readonly ToolboxRoute[] = [
  { method: 'POST', path: root, handle: create },
  {
    method: 'GET',
    path: root,
    handle: ({ state, response }) => {
      const sessions = ptyTable(state).list()
      sendJson(response, 200, { sessions: sessions.map((session) => session.view()) })
    },
  },
  { method: 'GET', path: one, handle: (exchange) => sendJson(exchange.response, 200, sessionOf(exchange).view()) },
  { method: 'POST', path: `${one}/resize`, handle: resize },
  { method: 'DELETE', path: one, handle: remove },
]
