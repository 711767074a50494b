import { HttpFailure } from '../../../http/http-failure.js'
import { isTexts, textOf, verifyShape } from '../body-shape.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import type { Template } from '../templates/template.js'
import {
  defaultTag,
  parseTag,
  parseTemplateName,
  requireTeamsName,
  type TemplateName,
} from '../templates/template-name.js'

function tagsOf(body: Record<string, unknown>): string[] {
  const tags = isTexts(body['tags']) ? body['tags'] : []
  if (tags.length === 0) throw new HttpFailure(400, 'At least one tag is required')
  return [...new Set(tags.map((tag) => parseTag(tag)))]
}

function requireOwn({ cloud, team }: ControlCall, text: string): { template: Template; name: TemplateName } {
  const found = cloud.templates.require(text, team)
  if (found.template.team === team) return found
  throw new HttpFailure(403, `You don't have access to sandbox template '${text}'`)
}

async function assign(call: ControlCall): Promise<Answer> {
  const { templates, settings } = call.cloud
  const shape = { target: { type: 'text', required: true }, tags: { type: 'texts', required: true } } as const
  const body = verifyShape(await call.body(), shape)
  const tags = tagsOf(body)
  const target = textOf(body, 'target') ?? ''
  requireTeamsName(parseTemplateName(target), call.team.name)
  const { template, name } = requireOwn(call, target)
  const build = templates.requireTag(template, name)
  for (const tag of tags) templates.assign(template, tag, build.id, settings.templateLagMs)
  return { status: 201, body: { buildID: build.id, tags } }
}

async function remove(call: ControlCall): Promise<Answer> {
  const shape = { name: { type: 'text', required: true }, tags: { type: 'texts', required: true } } as const
  const body = verifyShape(await call.body(), shape)
  const tags = tagsOf(body)
  if (tags.includes(defaultTag)) throw new HttpFailure(400, `Cannot delete the '${defaultTag}' tag`)
  const text = textOf(body, 'name') ?? ''
  const parsed = parseTemplateName(text)
  requireTeamsName(parsed, call.team.name)
  if (parsed.tag !== undefined) {
    throw new HttpFailure(400, "Template name should not contain a tag, use the 'tags' field instead")
  }
  const { template } = requireOwn(call, text)
  for (const tag of tags) template.tags.delete(tag)
  return { status: 204 }
}

/** The latest build with each tag, which need not be ready. */
function list(call: ControlCall): Answer {
  const { template } = requireOwn(call, call.parameter('id'))
  const rows = call.cloud.templates.latest(template).map(({ tag, buildId, createdAt }) => {
    return { tag, buildID: buildId, createdAt: createdAt.toISOString() }
  })
  return { status: 200, body: rows }
}

export const tagRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/templates/tags', handle: assign },
  { method: 'DELETE', path: '/templates/tags', handle: remove },
  { method: 'GET', path: '/templates/{id}/tags', handle: list },
]
