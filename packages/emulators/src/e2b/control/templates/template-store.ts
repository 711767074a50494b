import { HttpFailure } from '../../../http/http-failure.js'
import { newTemplateId } from '../sandboxes/ids.js'
import { type Build, type Template } from './template.js'
import { defaultTag, parseTemplateName, type TemplateName } from './template-name.js'

/** A template and the version of it that a name means. */
export interface Resolved {
  readonly template: Template
  readonly build: Build
}

export function templateNotFound(name: string): HttpFailure {
  return new HttpFailure(404, `template '${name}' not found`)
}

/** All templates and snapshots, found by id and by name. */
export class TemplateStore {
  readonly #templates = new Map<string, Template>()
  #sequence = 0

  add(names: readonly string[], snapshotOf?: string): Template {
    this.#sequence += 1
    const template: Template = {
      id: newTemplateId(),
      sequence: this.#sequence,
      createdAt: new Date(),
      names: new Set(names),
      builds: new Map(),
      tags: new Map(),
      snapshotOf,
    }
    this.#templates.set(template.id, template)
    return template
  }

  all(): readonly Template[] {
    return [...this.#templates.values()]
  }

  find(idOrName: string): Template | undefined {
    return this.#templates.get(idOrName) ?? this.all().find(({ names }) => names.has(idOrName))
  }

  /** Takes an id or a name, with or without team and tag; throws a 404 in the vendor's words. */
  require(text: string): { readonly template: Template; readonly name: TemplateName } {
    const name = parseTemplateName(text)
    const template = this.find(name.name)
    if (template === undefined) throw templateNotFound(text)
    return { template, name }
  }

  /** The version that a name means: the latest ready one with the tag. */
  resolve(text: string): Resolved {
    const { template, name } = this.require(text)
    const tag = name.tag ?? defaultTag
    const build = this.tagged(template, tag)
    if (build !== undefined) return { template, build }
    throw new HttpFailure(404, `tag '${tag}' does not exist for template '${name.name}'`)
  }

  tagged(template: Template, tag: string): Build | undefined {
    const assigned = template.tags.get(tag) ?? []
    return assigned.map(({ buildId }) => template.builds.get(buildId)).findLast((build) => build?.status === 'ready')
  }

  assign(template: Template, tag: string, buildId: string): void {
    template.tags.set(tag, [...(template.tags.get(tag) ?? []), { buildId, createdAt: new Date() }])
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
}
