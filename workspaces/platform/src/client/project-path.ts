import type { PlatformBackend } from '../exec/exec-lease.js'

/**
 * How the platform's addresses begin. `backend`, the present one, names who keeps the machines; the others are of older
 * installations.
 */
export type PlatformUrlPrefix = 'backend' | 'v1' | 'v2'

/** What the address of a project depends on. */
export interface ProjectPlace {
  readonly prefix: PlatformUrlPrefix
  readonly backend: PlatformBackend
  readonly projectId: string
}

/** The path of a project, which all others begin with. */
export function projectPath({ prefix, backend, projectId }: ProjectPlace): string {
  const version = prefix === 'backend' ? `v1/${backend}` : prefix
  return `/${version}/projects/${encodeURIComponent(projectId)}`
}
