import type { AgentExchange } from '../http/agent-route.js'
import { sendJson } from '../http/send-json.js'

/** No command of before can be joined any more; those that run go on. */
export function forgetSessions({ response, state }: AgentExchange): void {
  state.sessions.close()
  sendJson(response, 200, {})
}
