import { HttpFailure } from '../../../http/http-failure.js'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { TemplateChoice } from './template-choice.js'
import type { TemplateStore } from './template-store.js'

/** Finds what a sandbox is to be made from, and holds its disk. Throws a 404 in the vendor's words. */
export function chooseTemplate(templates: TemplateStore, text: string): { choice: TemplateChoice; disk: DiskHold } {
  const { template, build } = templates.resolve(text)
  if (build.result === undefined) throw new HttpFailure(500, `template '${text}' has no disk`)
  const [alias] = template.names
  const { cpuCount, memoryMB } = build
  return {
    choice: { templateId: template.id, alias, runtime: build.result.runtime, cpuCount, memoryMB },
    disk: build.result.disk.share(),
  }
}
