import type { AgentExchange } from '../http/agent-route.js'
import { sendJson } from '../http/send-json.js'
import { requireToken } from './require-token.js'

export function instanceHealth({ request, response, state }: AgentExchange): void {
  requireToken(request, state.settings.instanceToken)
  sendJson(response, 200, { ok: true })
}
