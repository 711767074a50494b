import { HttpFailure } from '../../../http/http-failure.js'
import { isBoolean, verifyShape } from '../body-shape.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import { pageOf, parsePageRequest } from '../paging.js'
import type { Template } from '../templates/template.js'
import { parseTemplateName, requireTeamsName } from '../templates/template-name.js'
import { nameTemplate, viewBuild, viewListedTemplate, viewTemplateOfBuilds } from '../templates/template-views.js'

function listed({ cloud, team }: ControlCall): Template[] {
  return cloud.templates.all().filter((template) => template.snapshotOf === undefined && template.team === team)
}

function list(call: ControlCall): Answer {
  return { status: 200, body: listed(call).map((template) => viewListedTemplate(template)) }
}

function nextPage(nextToken: string | undefined): Record<string, string> {
  return nextToken === undefined ? {} : { 'X-Next-Token': nextToken }
}

function listPage(call: ControlCall): Answer {
  const { items, nextToken } = pageOf(listed(call), parsePageRequest(call.query))
  return { status: 200, body: items.map((template) => viewListedTemplate(template)), headers: nextPage(nextToken) }
}

/** A template with a page of its builds, the latest first. By its id only. */
function info(call: ControlCall): Answer {
  const id = call.parameter('id')
  const template = call.cloud.templates.byId(id)
  if (template === undefined) throw new HttpFailure(404, `Template ${id} not found`)
  if (template.team !== call.team) {
    throw new HttpFailure(403, `You don't have access to this sandbox template (${id})`)
  }
  const builds = [...template.builds.values()].map((build, sequence) => ({ build, sequence }))
  const { items, nextToken } = pageOf(builds, parsePageRequest(call.query))
  return {
    status: 200,
    body: { ...viewTemplateOfBuilds(template), builds: items.map(({ build }) => viewBuild(build)) },
    headers: nextPage(nextToken),
  }
}

/** Whether the template is there, ready or not; where a tag is given, whether something ready has it. */
function findAlias(call: ControlCall): Answer {
  const { templates } = call.cloud
  const text = call.parameter('alias')
  requireTeamsName(parseTemplateName(text), call.team.name)
  const { template, name } = templates.require(text, call.team)
  if (template.team !== call.team) throw new HttpFailure(403, "You don't have access to this template alias")
  if (name.tag !== undefined) templates.requireTag(template, name)
  return { status: 200, body: { templateID: template.id, public: template.isPublic } }
}

function ownTemplate(call: ControlCall): Template {
  const text = call.parameter('id')
  const { template } = call.cloud.templates.require(text, call.team)
  if (template.team === call.team) return template
  throw new HttpFailure(403, `You don't have access to template '${text}'`)
}

async function remove(call: ControlCall): Promise<Answer> {
  await call.cloud.templates.remove(ownTemplate(call))
  return { status: 204 }
}

async function update(call: ControlCall): Promise<Template> {
  const body = verifyShape(await call.body(), { public: { type: 'boolean' } })
  const template = ownTemplate(call)
  if (isBoolean(body['public'])) template.isPublic = body['public']
  return template
}

/** Older clients find what was made public by its bare name. */
async function updateAndPromote(call: ControlCall): Promise<Answer> {
  const template = await update(call)
  if (template.isPublic) template.isPromoted = true
  return { status: 200, body: {} }
}

async function updateOnly(call: ControlCall): Promise<Answer> {
  return { status: 200, body: { names: nameTemplate(await update(call)) } }
}

export const templateRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/templates/aliases/{alias}', handle: findAlias },
  { method: 'GET', path: '/templates', handle: list },
  { method: 'GET', path: '/v2/templates', handle: listPage },
  { method: 'GET', path: '/templates/{id}', handle: info },
  { method: 'PATCH', path: '/templates/{id}', handle: updateAndPromote },
  { method: 'PATCH', path: '/v2/templates/{id}', handle: updateOnly },
  { method: 'DELETE', path: '/templates/{id}', handle: remove },
]
