import { HttpFailure } from '../../../http/http-failure.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import type { LogEntry } from '../templates/build-log.js'
import { defaultSize, makeBuild } from '../templates/make-build.js'
import { parseBuildSpec, parseTemplateRequest } from '../templates/step.js'
import type { Build, Template } from '../templates/template.js'
import { defaultTag, parseTag, parseTemplateName, teamName } from '../templates/template-name.js'

const mostLogEntries = 100

/** A template of this name gets a new version; otherwise it is made. */
async function request(call: ControlCall): Promise<Answer> {
  const { templates } = call.cloud
  const wanted = parseTemplateRequest(await call.body())
  const { name, tag } = parseTemplateName(wanted.name)
  const tags = [...new Set([...(tag === undefined ? [] : [tag]), ...wanted.tags.map((text) => parseTag(text))])]
  const template = templates.find(name) ?? templates.add([name])
  const { cpuCount = defaultSize.cpuCount, memoryMB = defaultSize.memoryMB } = wanted
  const build = makeBuild({ cpuCount, memoryMB })
  template.builds.set(build.id, build)
  for (const assigned of tags.length > 0 ? tags : [defaultTag]) templates.assign(template, assigned, build.id)
  return { status: 202, body: viewRequested(template, build, tags) }
}

function viewRequested(template: Template, build: Build, tags: readonly string[]): Record<string, unknown> {
  const aliases = [...template.names]
  return {
    templateID: template.id,
    buildID: build.id,
    names: aliases.map((name) => `${teamName}/${name}`),
    aliases,
    tags,
    public: false,
  }
}

function templateOf(call: ControlCall): Template {
  return call.cloud.templates.require(call.parameter('id')).template
}

function buildOf(call: ControlCall): { template: Template; build: Build } {
  const template = templateOf(call)
  const id = call.parameter('build')
  const build = template.builds.get(id)
  if (build === undefined) throw new HttpFailure(400, `Build '${id}' not found`)
  return { template, build }
}

async function uploadLink(call: ControlCall): Promise<Answer> {
  const { uploads } = call.cloud
  templateOf(call)
  const hash = call.parameter('hash')
  const present = await uploads.has(hash)
  const host = call.request.headers.host ?? 'localhost'
  const scheme = 'encrypted' in call.request.socket ? 'https' : 'http'
  const url = `${scheme}://${host}/emulator/uploads/${uploads.link(hash)}`
  return { status: 201, body: { present, url } }
}

async function upload(call: ControlCall): Promise<Answer> {
  await call.cloud.uploads.save(call.parameter('token'), call.request)
  return { status: 200 }
}

async function start(call: ControlCall): Promise<Answer> {
  const spec = parseBuildSpec(await call.body())
  const { build } = buildOf(call)
  if (build.status !== 'waiting') throw new HttpFailure(400, `Build '${build.id}' has been started already`)
  call.cloud.builder.start(build, spec)
  return { status: 202 }
}

function offsetOf(text: string | null): number {
  const offset = Number(text ?? '0')
  if (!Number.isInteger(offset) || offset < 0) throw new HttpFailure(400, `Invalid offset: ${text}`)
  return offset
}

function logLine({ timestamp, level, message }: LogEntry): string {
  return `[${timestamp}] ${level} ${message}\n`
}

function status(call: ControlCall): Answer {
  const { template, build } = buildOf(call)
  const offset = offsetOf(call.query.get('logsOffset'))
  const logEntries = build.log.entries.slice(offset, offset + mostLogEntries)
  return {
    status: 200,
    body: {
      templateID: template.id,
      buildID: build.id,
      status: build.status,
      logEntries,
      logs: logEntries.map((entry) => logLine(entry)),
      ...(build.failure === undefined ? {} : { reason: { ...build.failure, logEntries: [] } }),
    },
  }
}

function logs(call: ControlCall): Answer {
  const { build } = buildOf(call)
  const { query } = call
  const limit = Math.min(offsetOf(query.get('limit')) || mostLogEntries, mostLogEntries)
  const cursorMs = query.get('cursor') === null ? undefined : offsetOf(query.get('cursor'))
  const isBackward = query.get('direction') === 'backward'
  const level = query.get('level')
  const fitting = build.log.entries.filter((entry) => {
    const timeMs = Date.parse(entry.timestamp)
    const isAfter = cursorMs === undefined || (isBackward ? timeMs <= cursorMs : timeMs >= cursorMs)
    return isAfter && (level === null || entry.level === level)
  })
  return { status: 200, body: { logs: isBackward ? fitting.toReversed().slice(0, limit) : fitting.slice(0, limit) } }
}

export const buildRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/v3/templates', handle: request },
  { method: 'GET', path: '/templates/{id}/files/{hash}', handle: uploadLink },
  { method: 'PUT', path: '/emulator/uploads/{token}', access: 'none', handle: upload },
  { method: 'POST', path: '/v2/templates/{id}/builds/{build}', handle: start },
  { method: 'GET', path: '/templates/{id}/builds/{build}/status', kind: 'poll', handle: status },
  { method: 'GET', path: '/templates/{id}/builds/{build}/logs', handle: logs },
]
