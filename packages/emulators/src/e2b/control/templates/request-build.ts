import { HttpFailure } from '../../../http/http-failure.js'
import type { Cloud } from '../cloud.js'
import type { Team } from '../teams/team.js'
import { cancelBuild, isUnderWay } from './build-changes.js'
import { defaultSize, makeBuild } from './make-build.js'
import type { TemplateRequest } from './step.js'
import type { Build, Template } from './template.js'
import { defaultTag, parseTag, parseTemplateName, requireTeamsName, type TemplateName } from './template-name.js'

export interface RequestedBuild {
  readonly template: Template
  readonly build: Build
}

function sharesTag(one: readonly string[], other: readonly string[]): boolean {
  return one.some((tag) => other.includes(tag))
}

function tagsOf({ tags }: TemplateRequest, { tag }: TemplateName): string[] {
  const all = new Set([
    ...(tag === undefined || tag === defaultTag ? [] : [tag]),
    ...tags.map((text) => parseTag(text)),
  ])
  return all.size === 0 ? [defaultTag] : [...all]
}

/** What is under way at the same time as a build of this template with these tags. What that replaces is not. */
function countOthers(
  { templates }: Cloud,
  team: Team,
  template: Template | undefined,
  tags: readonly string[],
): number {
  const builds = templates.all().flatMap((other) => {
    if (other.team !== team) return []
    return [...other.builds.values()].filter((build) => other !== template || !sharesTag(build.tags, tags))
  })
  return builds.filter((build) => isUnderWay(build)).length
}

/** The team's own template of a name. Throws a 403 where the name is another's, and a 409 where it is an id. */
function findOwn({ templates, settings }: Cloud, team: Team, name: TemplateName): Template | undefined {
  if (templates.byId(name.name) !== undefined) throw new HttpFailure(409, `Alias '${name.name}' is already used`)
  const found = templates.find(name, team)
  if (found === undefined || found.team === team) return found
  if (settings.templateNames === 'shared') throw new HttpFailure(403, `Alias '${name.name}' already used`)
  return undefined
}

/** Other builds of a template that have a tag in common with one. */
export function concurrentWith(template: Template, build: Pick<Build, 'id' | 'tags'>): Build[] {
  return [...template.builds.values()].filter((other) => {
    return other.id !== build.id && isUnderWay(other) && sharesTag(other.tags, build.tags)
  })
}

/**
 * A new version of a template, which is made where there is none of the name. As the vendor's, it takes the place of versions with a tag in
 * common that wait for their start: those fail.
 */
export function requestBuild(
  cloud: Cloud,
  team: Team,
  wanted: TemplateRequest,
  createdAt: Date = new Date(),
): RequestedBuild {
  const { templates, settings } = cloud
  if (wanted.name === '') throw new HttpFailure(400, 'Name is required')
  const name = parseTemplateName(wanted.name)
  requireTeamsName(name, team.name)
  const tags = tagsOf(wanted, name)
  const known = findOwn(cloud, team, name)
  if (countOthers(cloud, team, known, tags) >= settings.buildLimit) {
    const limit = `the maximum number of concurrent template builds (${settings.buildLimit})`
    throw new HttpFailure(429, `you have reached ${limit}. Please wait for existing builds to complete.`)
  }
  const template = known ?? templates.add([name.name], team)
  const { cpuCount = defaultSize.cpuCount, memoryMB = defaultSize.memoryMB } = wanted
  const build = makeBuild({ cpuCount, memoryMB }, { tags, createdAt })
  for (const other of concurrentWith(template, build)) {
    if (other.status !== 'waiting') continue
    cancelBuild(other, 'The build was canceled because it was superseded by a newer one.')
  }
  template.builds.set(build.id, build)
  for (const tag of tags) templates.assign(template, tag, build.id, settings.templateLagMs)
  return { template, build }
}
