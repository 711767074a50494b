import type { PlatformClientOptions } from '../client/index.js'

/** Where a template is built, and who asks. What is left out comes from the environment, as for sandboxes. */
export interface TemplateBuildOptions extends PlatformClientOptions {
  /** The environment whose sandboxes may boot from it. Environment: `MASTRA_ENVIRONMENT_ID`. */
  environmentId?: string | undefined
  /** Gives the request up; a build that has begun goes on. */
  abortSignal?: AbortSignal | undefined
}

/** How a build stands. */
export interface TemplateBuildStatus {
  /** `pending`: ask again in `retryAfterMs`. */
  readonly status: 'ready' | 'pending' | 'failed'
  /** The same for the same definition. */
  readonly templateId: string
  readonly retryAfterMs?: number | undefined
  /** With `failed`: why, in the platform's words. */
  readonly error?: string | undefined
}
