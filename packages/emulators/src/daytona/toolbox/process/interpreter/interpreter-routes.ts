import { optionalText } from '../../http/body-fields.js'
import { readJson } from '../../http/read-json.js'
import type { ToolboxExchange, ToolboxRoute } from '../../http/route.js'
import { sendJson } from '../../http/send.js'
import { ToolboxError } from '../../http/toolbox-error.js'
import { processContext } from '../process-context.js'

async function create({ state, request, response }: ToolboxExchange): Promise<void> {
  const body = await readJson(request)
  const language = optionalText(body, 'language') ?? ''
  if (language !== '' && language !== 'python') {
    throw new ToolboxError(400, `bad request: unsupported language: ${language}`)
  }
  const cwd = optionalText(body, 'cwd')
  const { interpreters } = processContext(state)
  sendJson(response, 200, (await interpreters.create(cwd === '' ? undefined : cwd)).view())
}

async function list({ state, response }: ToolboxExchange): Promise<void> {
  const { interpreters } = processContext(state)
  sendJson(response, 200, { contexts: interpreters.list().map((context) => context.view()) })
}

async function remove({ state, response, params }: ToolboxExchange): Promise<void> {
  const { interpreters } = processContext(state)
  interpreters.remove(params['id'] ?? '')
  sendJson(response, 200, { message: 'Context deleted' })
}

const root = '/process/interpreter/context'

/** Contexts of the code interpreter. */
export const interpreterRoutes: readonly ToolboxRoute[] = [
  { method: 'POST', path: root, handle: create },
  { method: 'GET', path: root, handle: list },
  { method: 'DELETE', path: `${root}/:id`, handle: remove },
]
