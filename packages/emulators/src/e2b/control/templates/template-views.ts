import { envdVersion, diskSizeMB } from '../sandboxes/sandbox-views.js'
import type { Build, Template } from './template.js'

/** Full names of a template, without tags. */
export function nameTemplate({ names, team }: Template): string[] {
  return [...names].map((name) => `${team.name}/${name}`)
}

function viewCommon(template: Template): Record<string, unknown> {
  const latest = [...template.builds.values()].at(-1)
  return {
    templateID: template.id,
    public: template.isPublic,
    aliases: [...template.names],
    names: nameTemplate(template),
    createdAt: template.createdAt.toISOString(),
    updatedAt: (latest?.createdAt ?? template.createdAt).toISOString(),
    lastSpawnedAt: template.lastSpawnedAt?.toISOString() ?? null,
    spawnCount: template.spawnCount,
  }
}

/** A row of a list: it tells of the last build that is ready, or else of the last one. */
export function viewListedTemplate(template: Template): Record<string, unknown> {
  const builds = [...template.builds.values()]
  const build = builds.findLast(({ status }) => status === 'ready') ?? builds.at(-1)
  return {
    ...viewCommon(template),
    buildID: build?.id,
    buildStatus: build?.status,
    cpuCount: build?.cpuCount,
    memoryMB: build?.memoryMB,
    diskSizeMB,
    envdVersion,
    buildCount: builds.length,
    createdBy: null,
  }
}

/** What is told of a template beside its builds. */
export function viewTemplateOfBuilds(template: Template): Record<string, unknown> {
  return viewCommon(template)
}

export function viewBuild(build: Build): Record<string, unknown> {
  const { finishedAt, status } = build
  return {
    buildID: build.id,
    status,
    createdAt: build.createdAt.toISOString(),
    updatedAt: build.updatedAt.toISOString(),
    ...(finishedAt === undefined ? {} : { finishedAt: finishedAt.toISOString() }),
    cpuCount: build.cpuCount,
    memoryMB: build.memoryMB,
    ...(status === 'ready' ? { diskSizeMB, envdVersion } : {}),
  }
}
