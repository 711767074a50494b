import { HttpFailure } from '../../../http/http-failure.js'
import { isTexts, textOf, verifyShape } from '../body-shape.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import type { Template } from '../templates/template.js'
import { parseTag, parseTemplateName, teamName } from '../templates/template-name.js'
import { templateNotFound } from '../templates/template-store.js'

function viewTemplate(template: Template): Record<string, unknown> {
  const build = [...template.builds.values()].at(-1)
  return {
    templateID: template.id,
    buildID: build?.id,
    buildStatus: build?.status,
    cpuCount: build?.cpuCount,
    memoryMB: build?.memoryMB,
    public: false,
    aliases: [...template.names],
    names: [...template.names].map((name) => `${teamName}/${name}`),
    createdAt: template.createdAt.toISOString(),
    updatedAt: (build?.createdAt ?? template.createdAt).toISOString(),
    buildCount: template.builds.size,
  }
}

function list({ cloud }: ControlCall): Answer {
  const templates = cloud.templates.all().filter(({ snapshotOf }) => snapshotOf === undefined)
  return { status: 200, body: templates.map((template) => viewTemplate(template)) }
}

function info(call: ControlCall): Answer {
  const { template } = call.cloud.templates.require(call.parameter('id'))
  const builds = [...template.builds.values()].map((build) => ({
    buildID: build.id,
    status: build.status,
    createdAt: build.createdAt.toISOString(),
    cpuCount: build.cpuCount,
    memoryMB: build.memoryMB,
  }))
  return { status: 200, body: { ...viewTemplate(template), builds } }
}

function findAlias(call: ControlCall): Answer {
  const { template } = call.cloud.templates.require(call.parameter('alias'))
  return { status: 200, body: { templateID: template.id, public: false } }
}

async function remove(call: ControlCall): Promise<Answer> {
  const { templates } = call.cloud
  await templates.remove(templates.require(call.parameter('id')).template)
  return { status: 204 }
}

function tagsOf(body: Record<string, unknown>): string[] {
  const tags = isTexts(body['tags']) ? body['tags'] : []
  if (tags.length === 0) throw new HttpFailure(400, 'At least one tag is required')
  return tags.map((tag) => parseTag(tag))
}

async function assignTags(call: ControlCall): Promise<Answer> {
  const { templates } = call.cloud
  const shape = { target: { type: 'text', required: true }, tags: { type: 'texts', required: true } } as const
  const body = verifyShape(await call.body(), shape)
  const tags = tagsOf(body)
  const { template, build } = templates.resolve(textOf(body, 'target') ?? '')
  for (const tag of tags) templates.assign(template, tag, build.id)
  return { status: 201, body: { buildID: build.id, tags } }
}

async function removeTags(call: ControlCall): Promise<Answer> {
  const { templates } = call.cloud
  const shape = { name: { type: 'text', required: true }, tags: { type: 'texts', required: true } } as const
  const body = verifyShape(await call.body(), shape)
  const tags = tagsOf(body)
  const { template } = templates.require(textOf(body, 'name') ?? '')
  for (const tag of tags) template.tags.delete(tag)
  return { status: 204 }
}

function listTags(call: ControlCall): Answer {
  const { templates } = call.cloud
  const text = call.parameter('id')
  const template = templates.find(parseTemplateName(text).name)
  if (template === undefined) throw templateNotFound(text)
  const rows = [...template.tags].flatMap(([tag, assigned]) => {
    const build = templates.tagged(template, tag)
    const last = assigned.findLast(({ buildId }) => buildId === build?.id)
    return last === undefined ? [] : [{ tag, buildID: last.buildId, createdAt: last.createdAt.toISOString() }]
  })
  return { status: 200, body: rows }
}

export const templateRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/templates/tags', handle: assignTags },
  { method: 'DELETE', path: '/templates/tags', handle: removeTags },
  { method: 'GET', path: '/templates/aliases/{alias}', handle: findAlias },
  { method: 'GET', path: '/templates', handle: list },
  { method: 'GET', path: '/templates/{id}', handle: info },
  { method: 'GET', path: '/templates/{id}/tags', handle: listTags },
  { method: 'DELETE', path: '/templates/{id}', handle: remove },
]
