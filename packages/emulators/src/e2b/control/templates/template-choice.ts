import type { Runtime } from '../machines/runtime.js'

/** What a template decides about a sandbox made from it. */
export interface TemplateChoice {
  readonly templateId: string
  readonly alias?: string | undefined
  readonly runtime: Runtime
  readonly cpuCount: number
  readonly memoryMB: number
}
