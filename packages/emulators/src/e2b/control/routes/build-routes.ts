import { HttpFailure } from '../../../http/http-failure.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import type { LogEntry } from '../templates/build-log.js'
import { cancelBuild } from '../templates/build-changes.js'
import { concurrentWith, requestBuild } from '../templates/request-build.js'
import { parseBuildSpec, parseTemplateRequest } from '../templates/step.js'
import type { Build, Template } from '../templates/template.js'
import { nameTemplate } from '../templates/template-views.js'

const mostLogEntries = 100

async function request(call: ControlCall): Promise<Answer> {
  const wanted = parseTemplateRequest(await call.body())
  const { template, build } = requestBuild(call.cloud, call.team, wanted)
  return {
    status: 202,
    body: {
      templateID: template.id,
      buildID: build.id,
      names: nameTemplate(template),
      aliases: [...template.names],
      tags: build.tags,
      public: template.isPublic,
    },
  }
}

function templateOf({ cloud, team, parameter }: ControlCall): Template {
  const id = parameter('id')
  const template = cloud.templates.byId(id)
  if (template === undefined) throw new HttpFailure(404, `Template ${id} not found`)
  if (template.team === team) return template
  throw new HttpFailure(403, `You don't have access to this sandbox template (${id})`)
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
  const hash = call.parameter('hash')
  const present = await uploads.has(hash)
  templateOf(call)
  const host = call.request.headers.host ?? 'localhost'
  const scheme = 'encrypted' in call.request.socket ? 'https' : 'http'
  const url = `${scheme}://${host}/emulator/uploads/${uploads.link(hash)}`
  return { status: 201, body: { present, url } }
}

async function upload(call: ControlCall): Promise<Answer> {
  await call.cloud.uploads.save(call.parameter('token'), call.request)
  return { status: 200 }
}

/** As the vendor's, it first ends what is under way for a tag that this build is to have. */
async function start(call: ControlCall): Promise<Answer> {
  const spec = parseBuildSpec(await call.body())
  const { template, build } = buildOf(call)
  for (const other of concurrentWith(template, build)) cancelBuild(other, 'build was cancelled')
  if (build.status !== 'waiting') throw new HttpFailure(400, 'build is not in waiting state')
  call.cloud.builder.start(build, spec, template)
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
  const entries = build.status === 'waiting' ? [] : build.log.entries
  const logEntries = entries.slice(offset, offset + mostLogEntries)
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
