import type { ToolboxRoute } from '../http/route.js'
import { sendJson } from '../http/send.js'

/** What a sandbox says about itself. */
export const infoRoutes: readonly ToolboxRoute[] = [
  {
    method: 'GET',
    path: '/version',
    handle: ({ response, state }) => sendJson(response, 200, { version: state.settings.version }),
  },
  {
    method: 'GET',
    path: '/work-dir',
    handle: ({ response, state }) => sendJson(response, 200, { dir: state.workDir }),
  },
  {
    method: 'GET',
    path: '/user-home-dir',
    handle: ({ response, state }) => sendJson(response, 200, { dir: state.home }),
  },
]
