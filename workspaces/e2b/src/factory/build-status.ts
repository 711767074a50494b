import type { FactorySandboxBuildStatus } from '@caisson/core/editor'
import type { TemplateBuildStatus } from 'e2b'

const known: Readonly<Record<TemplateBuildStatus, FactorySandboxBuildStatus>> = {
  waiting: 'pending',
  building: 'building',
  ready: 'ready',
  error: 'failed',
}

/** E2B's word for how a build stands, in those of host applications; E2B may have new ones. */
export function buildStatus(status: string): FactorySandboxBuildStatus {
  return Object.hasOwn(known, status) ? known[status as TemplateBuildStatus] : 'unknown'
}
