import type { PlatformTemplate } from './platform-template.js'

/** `undefined` where it is left to the platform. */
export interface TemplateResources {
  readonly cpuCount?: number | undefined
  /** In MiB. */
  readonly memoryMB?: number | undefined
}

/** Throws `TypeError` and `RangeError` as the template does. */
export function withResources(template: PlatformTemplate, { cpuCount, memoryMB }: TemplateResources): PlatformTemplate {
  const sized = cpuCount === undefined ? template : template.cpuCount(cpuCount)
  return memoryMB === undefined ? sized : sized.memoryMB(memoryMB)
}
