import { HttpFailure } from '../../../http/http-failure.js'
import type { RequestKind } from '../../../http/journal-entry.js'
import type { Reply } from '../../../http/reply.js'
import type { TemplateBuild } from './template-build.js'
import type { TemplateBuilds } from './template-builds.js'

/** What the routes of templates need of a request. */
interface TemplateExchange {
  readonly cloud: { readonly templates: TemplateBuilds }
  readonly reply: Reply
  readonly url: URL
  /** `projectId`, and those of the path. */
  readonly params: Readonly<Record<string, string>>
  body(): Promise<Record<string, unknown>>
}

/** A row of the table of routes; paths as those of `ControlRoute`. */
export interface TemplateRoute {
  readonly method: string
  readonly path: string
  kindOf?(): RequestKind
  handle(exchange: TemplateExchange): Promise<void> | void
}

function readEnvironment(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new HttpFailure(400, 'environmentId: expected the id of an environment', { code: 'invalid_request' })
}

async function build({ cloud, reply, params, body }: TemplateExchange): Promise<void> {
  const { environmentId, templateDefinition, templateBuildEnvs } = await body()
  const answer = cloud.templates.request({
    projectId: params['projectId'] ?? '',
    environmentId: readEnvironment(environmentId),
    definition: templateDefinition,
    envs: templateBuildEnvs,
  })
  reply.send(answer.status === 'pending' ? 202 : 200, answer)
}

function view({ options, state, failure }: TemplateBuild): Record<string, unknown> {
  return { templateId: options.id, status: state, ...(failure === undefined ? {} : { error: failure }) }
}

function requireTemplate(exchange: TemplateExchange, environmentId: string, templateId: string): TemplateBuild {
  const projectId = exchange.params['projectId'] ?? ''
  const found = exchange.cloud.templates.find({ projectId, environmentId }, templateId)
  if (found !== undefined) return found
  throw new HttpFailure(404, `Template ${JSON.stringify(templateId)} was not found`, { code: 'not_found' })
}

/** As clients of the time between two versions ask for a build. */
async function createTemplate(exchange: TemplateExchange): Promise<void> {
  const { environmentId: given, definition, templateBuildEnvs } = await exchange.body()
  const environmentId = readEnvironment(given)
  const projectId = exchange.params['projectId'] ?? ''
  const { templateId } = exchange.cloud.templates.request({
    projectId,
    environmentId,
    definition,
    envs: templateBuildEnvs,
  })
  exchange.reply.send(201, view(requireTemplate(exchange, environmentId, templateId)))
}

function showTemplate(exchange: TemplateExchange): void {
  const environmentId = readEnvironment(exchange.url.searchParams.get('environmentId'))
  exchange.reply.send(200, view(requireTemplate(exchange, environmentId, exchange.params['templateId'] ?? '')))
}

/** The routes of templates. */
export const templateRoutes: readonly TemplateRoute[] = [
  { method: 'POST', path: '/sandbox/templates/builds', handle: build },
  { method: 'POST', path: '/templates', handle: createTemplate },
  { method: 'GET', path: '/templates/:templateId', kindOf: () => 'poll', handle: showTemplate },
]
