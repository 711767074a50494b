import { HttpFailure } from '../../../http/http-failure.js'
import { numberOf, textOf, verifyShape } from '../body-shape.js'
import type { Cloud } from '../cloud.js'
import type { Answer, ControlCall, ControlRoute } from '../control-route.js'
import type { DiskHold } from '../../../disks/layer-store.js'
import { pageOf, parsePageRequest } from '../paging.js'
import { parseTimeout } from '../sandboxes/create-request.js'
import { parseSandboxId } from '../sandboxes/ids.js'
import type { Sandbox, SandboxSettings } from '../sandboxes/sandbox.js'
import { viewSandbox } from '../sandboxes/sandbox-views.js'
import { makeReadyBuild } from '../templates/make-build.js'
import type { Template } from '../templates/template.js'
import { defaultTag, parseTemplateName } from '../templates/template-name.js'

const mostForks = 100

function copyDisk({ lifecycle, layers }: Cloud, sandbox: Sandbox): Promise<DiskHold> {
  return lifecycle.whileStill(sandbox, () =>
    layers.add(sandbox.disk, (directory) => sandbox.launched.machine.copyDisk(directory)),
  )
}

/** A snapshot is a template that stands on a sandbox's disk; commands see what they saw in the sandbox. */
function addSnapshot(
  { cloud: { templates }, team }: ControlCall,
  sandbox: Sandbox,
  disk: DiskHold,
  name?: string,
): Template {
  const { runtime, envVars, cpuCount, memoryMB } = sandbox.settings
  const known = name === undefined ? undefined : templates.find({ name, team: team.name }, team)
  const template = known ?? templates.add(name === undefined ? [] : [name], team, { snapshotOf: sandbox.id })
  const saved = { ...runtime, envVars: { ...runtime.envVars, ...envVars } }
  const build = makeReadyBuild({ cpuCount, memoryMB }, { disk, runtime: saved })
  template.builds.set(build.id, build)
  templates.assign(template, defaultTag, build.id)
  return template
}

function viewSnapshot(template: Template): { snapshotID: string; names: string[] } {
  const names = [...template.names].map((name) => `${template.team.name}/${name}:${defaultTag}`)
  return { snapshotID: names[0] ?? `${template.id}:${defaultTag}`, names }
}

async function snapshot(call: ControlCall): Promise<Answer> {
  const { cloud } = call
  const text = textOf(verifyShape(await call.body(), { name: { type: 'text' } }), 'name')
  const name = text === undefined ? undefined : parseTemplateName(text).name
  const sandbox = cloud.sandboxes.require(call.parameter('id'), call.team)
  const disk = await copyDisk(cloud, sandbox)
  return { status: 201, body: viewSnapshot(addSnapshot(call, sandbox, disk, name)) }
}

function list({ cloud, query, team }: ControlCall): Answer {
  const sandboxId = query.get('sandboxID') ?? ''
  const id = sandboxId === '' ? undefined : parseSandboxId(sandboxId)
  const text = query.get('name') ?? ''
  const name = text === '' ? undefined : parseTemplateName(text).name
  const all = cloud.templates.all().filter((template) => {
    const { snapshotOf, names } = template
    if (template.team !== team || snapshotOf === undefined || (id !== undefined && snapshotOf !== id)) return false
    return name === undefined || names.has(name) || template.id === name
  })
  const { items, nextToken } = pageOf(all, parsePageRequest(query))
  const headers = nextToken === undefined ? {} : { 'X-Next-Token': nextToken }
  return { status: 200, body: items.map((template) => viewSnapshot(template)), headers }
}

async function forkOnce(call: ControlCall, settings: SandboxSettings, disk: DiskHold): Promise<unknown> {
  const { lifecycle, settings: cloudSettings } = call.cloud
  try {
    const sandbox = await lifecycle.create(settings, disk.share())
    return { sandbox: viewSandbox(sandbox, cloudSettings.domain) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { error: { code: 500, message } }
  }
}

/** Forks are new computers on a copy of the disk: processes are not forked. */
async function fork(call: ControlCall): Promise<Answer> {
  const { cloud } = call
  const body = verifyShape(await call.body(), { timeout: { type: 'integer' }, count: { type: 'integer' } })
  const count = numberOf(body, 'count') ?? 1
  if (count < 1 || count > mostForks) throw new HttpFailure(400, `count must be between 1 and ${mostForks}`)
  const sandbox = cloud.sandboxes.require(call.parameter('id'), call.team)
  const seconds = numberOf(body, 'timeout')
  const timeoutMs = seconds === undefined ? sandbox.settings.timeoutMs : parseTimeout(seconds, 0)
  const disk = await copyDisk(cloud, sandbox)
  try {
    const settings = { ...sandbox.settings, network: sandbox.network, timeoutMs }
    const forks = await Promise.all(Array.from({ length: count }, () => forkOnce(call, settings, disk)))
    return { status: 201, body: forks }
  } finally {
    await disk.release()
  }
}

export const snapshotRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/sandboxes/{id}/snapshots', handle: snapshot },
  { method: 'GET', path: '/snapshots', handle: list },
  { method: 'POST', path: '/sandboxes/{id}/fork', handle: fork },
]
