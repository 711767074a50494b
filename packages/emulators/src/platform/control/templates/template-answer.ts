import type { TemplateImage } from './template-image.js'

type TemplateStatus = 'pending' | 'ready' | 'failed'

/** What the route of builds says. */
export interface TemplateAnswer {
  readonly status: TemplateStatus
  readonly templateId: string
  /** With `pending`. */
  readonly retryAfterMs?: number | undefined
  /** With `failed`: what went wrong, and the last lines of the log. */
  readonly error?: string | undefined
}

/** What a sandbox of a template boots from. */
export interface TemplateChoice {
  /** A hold of its own, which whoever asked releases. Without one, the sandbox boots from the recipe. */
  readonly image: TemplateImage | undefined
  /** Where the template itself is not ready: a build of it is under way. */
  readonly templatePending?: { readonly templateId: string; readonly retryAfterMs: number } | undefined
}
