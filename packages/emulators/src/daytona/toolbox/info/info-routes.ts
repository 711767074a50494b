import { requiredText } from '../http/body-fields.js'
import { readJson } from '../http/read-json.js'
import type { ToolboxRoute } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { systemMetrics } from './system-metrics.js'
import { updateEnv } from './update-env.js'

/** What a sandbox says about itself, and is told about. */
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
  { method: 'GET', path: '/system/metrics', handle: systemMetrics },
  { method: 'POST', path: '/env', handle: updateEnv },
  {
    // The vendor's proxy tells a token for its telemetry, which there is none of here.
    method: 'POST',
    path: '/init',
    handle: async ({ request, response }) => {
      requiredText(await readJson(request), 'token')
      sendJson(response, 200, { message: 'Auth token set and telemetry initialized successfully' })
    },
  },
]
