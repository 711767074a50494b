import { HttpFailure } from '../../../http/http-failure.js'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { Team } from '../teams/team.js'
import type { TemplateChoice } from './template-choice.js'
import type { TemplateStore } from './template-store.js'

/** Finds what a team's sandbox is to be made from, and holds its disk. Throws a 404 or 403 in the vendor's words. */
export function chooseTemplate(
  templates: TemplateStore,
  text: string,
  team: Team,
): { choice: TemplateChoice; disk: DiskHold } {
  const { template, build } = templates.resolve(text, team)
  if (build.result === undefined) throw new HttpFailure(500, `template '${text}' has no disk`)
  const [alias] = template.names
  const { cpuCount, memoryMB } = build
  template.spawnCount += 1
  template.lastSpawnedAt = new Date()
  return {
    choice: { templateId: template.id, alias, runtime: build.result.runtime, cpuCount, memoryMB },
    disk: build.result.disk.share(),
  }
}
