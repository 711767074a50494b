import { HttpFailure } from '../../../http/http-failure.js'
import type { E2BNames } from '../../e2b-team.js'
import { newTemplateId } from '../sandboxes/ids.js'
import type { Team } from '../teams/team.js'
import type { Build, TagAssignment, Template } from './template.js'
import { defaultTag, parseTemplateName, type TemplateName } from './template-name.js'

/** A template and the version of it that a name means. */
export interface Resolved {
  readonly template: Template
  readonly build: Build
}

function templateNotFound(name: string): HttpFailure {
  return new HttpFailure(404, `template '${name}' not found`)
}

function isSeen({ seenFromMs }: Pick<TagAssignment, 'seenFromMs'>): boolean {
  return seenFromMs <= Date.now()
}

/** All templates and snapshots, found by id and by name. */
export class TemplateStore {
  readonly #templates = new Map<string, Template>()
  readonly #names: E2BNames
  #sequence = 0

  constructor(names: E2BNames) {
    this.#names = names
  }

  add(names: readonly string[], team: Team, more: Partial<Template> = {}): Template {
    this.#sequence += 1
    const template: Template = {
      isPublic: false,
      isPromoted: false,
      snapshotOf: undefined,
      ...more,
      id: newTemplateId(),
      sequence: this.#sequence,
      createdAt: new Date(),
      team,
      names: new Set(names),
      builds: new Map(),
      tags: new Map(),
      spawnCount: 0,
      lastSpawnedAt: undefined,
    }
    this.#templates.set(template.id, template)
    return template
  }

  all(): readonly Template[] {
    return [...this.#templates.values()]
  }

  byId(id: string): Template | undefined {
    return this.#templates.get(id)
  }

  /** What a name means to a team, whether it may use that or not. */
  find({ team: teamName, name }: TemplateName, team: Team): Template | undefined {
    const named = this.all().filter(({ names }) => names.has(name))
    if (teamName !== undefined) return named.find((template) => template.team.name === teamName)
    const own = named.find((template) => template.team === team)
    const known = named.find(({ isPromoted }) => isPromoted || this.#names === 'shared')
    return own ?? known ?? this.#templates.get(name)
  }

  /** Takes an id or a name, with or without team and tag; throws a 404 in the vendor's words. */
  require(text: string, team: Team): { readonly template: Template; readonly name: TemplateName } {
    const name = parseTemplateName(text)
    const template = this.find(name, team)
    if (template === undefined) throw templateNotFound(text)
    return { template, name }
  }

  /** The version that a name means, for somebody who makes something of it: the latest ready one with the tag. */
  resolve(text: string, team: Team): Resolved {
    const { template, name } = this.require(text, team)
    if (template.team !== team && !template.isPublic) throw this.#refusal(text)
    return { template, build: this.requireTag(template, name) }
  }

  /** Throws a 404 where no ready version has the tag. */
  requireTag(template: Template, { name, tag = defaultTag }: TemplateName): Build {
    const build = this.tagged(template, tag)
    if (build !== undefined) return build
    throw new HttpFailure(404, `tag '${tag}' does not exist for template '${name}'`)
  }

  /** A build's id does for a tag. */
  tagged(template: Template, tag: string): Build | undefined {
    const assigned = this.#assigned(template, tag).map(({ buildId }) => template.builds.get(buildId))
    return [template.builds.get(tag), ...assigned].findLast((build) => build?.status === 'ready' && isSeen(build))
  }

  /** The latest build with each tag, ready or not. */
  latest(template: Template): readonly (TagAssignment & { readonly tag: string })[] {
    return [...template.tags.keys()].flatMap((tag) => {
      const last = this.#assigned(template, tag).at(-1)
      return last === undefined ? [] : [{ tag, ...last }]
    })
  }

  /** `lagMs`: how much later that is seen. */
  assign(template: Template, tag: string, buildId: string, lagMs = 0): void {
    const createdAt = new Date()
    const assignment = { buildId, createdAt, seenFromMs: createdAt.getTime() + lagMs }
    template.tags.set(tag, [...(template.tags.get(tag) ?? []), assignment])
  }

  /** Removes it and all its versions; sandboxes made from it stay. */
  async remove(template: Template): Promise<void> {
    this.#templates.delete(template.id)
    for (const build of template.builds.values()) {
      build.abort.abort()
      await build.ended
      await build.result?.disk.release()
    }
  }

  async removeAll(): Promise<void> {
    for (const template of this.all()) await this.remove(template)
  }

  #assigned(template: Template, tag: string): TagAssignment[] {
    return (template.tags.get(tag) ?? []).filter((assignment) => isSeen(assignment))
  }

  /** Where names are the teams' own, nobody learns of others' templates. */
  #refusal(text: string): HttpFailure {
    return this.#names === 'shared'
      ? new HttpFailure(403, `you don't have access to template '${text}'`)
      : templateNotFound(text)
  }
}
