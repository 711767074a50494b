import { createHash } from 'node:crypto'
import { BuildLog } from '../../../builds/build-log.js'
import type { TemplateImage } from './template-image.js'
import type { TemplatePlan } from './template-step.js'

/** Where a template belongs. */
export interface TemplateScope {
  readonly projectId: string
  readonly environmentId: string
}

/** The order in which a client writes members means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, entry]) => [name, sorted(entry)]))
}

/** The same for the same definition in the same environment. Variables of the build alone are no part of it. */
export function templateIdOf({ projectId, environmentId }: TemplateScope, definition: unknown): string {
  const text = JSON.stringify([projectId, environmentId, sorted(definition)])
  return `tpl_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

export interface TemplateBuildOptions extends TemplateScope {
  readonly id: string
  readonly plan: TemplatePlan
  /** Variables of the build alone. */
  readonly envs: Readonly<Record<string, string>>
}

/** `queued`: it waits; `building`: its steps are being done. */
export type BuildState = 'queued' | 'building' | 'ready' | 'failed'

/** One run of the steps of a template. */
export class TemplateBuild {
  readonly options: TemplateBuildOptions
  readonly log: BuildLog = new BuildLog()
  readonly abort: AbortController = new AbortController()
  state: BuildState = 'queued'
  /** Once it is ready. */
  image: TemplateImage | undefined
  /** Why it failed. */
  failure: string | undefined
  /** When it was over. */
  endedAt: Date | undefined
  /** Resolves when it is over, well or not. */
  ended: Promise<void> = Promise.resolve()

  constructor(options: TemplateBuildOptions) {
    this.options = options
  }
}
