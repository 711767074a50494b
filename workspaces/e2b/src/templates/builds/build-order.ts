import type { BuildLogEntry } from '@caisson/kit/templates'
import { currentTimeMs } from '@caisson/core/driver'
import type { PreparedTemplate, TemplateResources } from '../template-spec.js'
import type { TemplateAccount } from './template-account.js'

/** What is to be built. */
export interface BuildOrder {
  /** `name` or `name:tag`. */
  readonly ref: string
  /** Makes the definition, once it has to be sent. */
  readonly prepare: () => Promise<PreparedTemplate>
  readonly tags?: readonly string[] | undefined
  readonly resources?: TemplateResources | undefined
  /** What no line and no error may show. */
  readonly secrets?: readonly string[] | undefined
}

/** A build under a name, and who wants to know of it. */
export interface BuildCall {
  readonly account: TemplateAccount
  readonly order: BuildOrder
  /** What `order.ref` is called at E2B. */
  readonly name: string
  readonly report: (entry: BuildLogEntry) => void
  /** Aborted when nobody follows the build any more. */
  readonly signal: AbortSignal
}

/** A line of ours in the build's log. */
export function say({ report }: Pick<BuildCall, 'report'>, message: string): void {
  report({ timestamp: new Date(currentTimeMs()), level: 'info', message })
}
