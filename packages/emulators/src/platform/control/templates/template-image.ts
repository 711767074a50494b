import type { DiskHold } from '../../../disks/layer-store.js'
import type { TemplateResources } from './template-step.js'

/** What sandboxes of a template start from. */
export interface TemplateImage {
  readonly disk: DiskHold
  /** For all their processes. Variables of the build alone are not among them. */
  readonly env: Readonly<Record<string, string>>
  /** Absolute. */
  readonly workDir: string
  readonly resources: TemplateResources
}
