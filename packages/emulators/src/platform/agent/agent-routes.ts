import type { AgentRoute } from './http/agent-route.js'
import { forgetSessions } from './instance/forget-sessions.js'
import { instanceExec } from './instance/instance-exec.js'
import { instanceHealth } from './instance/instance-health.js'
import { legacyExec } from './instance/legacy-exec.js'
import { listActivity } from './instance/list-activity.js'
import { writeHosts } from './network/write-hosts.js'

export const agentRoutes: readonly AgentRoute[] = [
  { method: 'GET', path: '/instance/health', handle: instanceHealth },
  { method: 'POST', path: '/instance/exec', handle: instanceExec },
  { method: 'POST', path: '/legacy-exec', handle: legacyExec },
  { method: 'GET', path: '/processes', handle: listActivity },
  { method: 'DELETE', path: '/sessions', handle: forgetSessions },
  { method: 'PUT', path: '/hosts', handle: writeHosts },
]
