import type { ToolboxRoute } from '../../http/route.js'
import { executeCommand } from './execute-command.js'
import { runCode } from './run-code.js'

/** Programs that are run to their end by one request. */
export const executeRoutes: readonly ToolboxRoute[] = [
  { method: 'POST', path: '/process/execute', handle: executeCommand },
  { method: 'POST', path: '/process/code-run', handle: runCode },
]
