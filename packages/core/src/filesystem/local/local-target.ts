import type { FileErrorContext } from '../make-file-error.js'

/** One path of one operation. */
export interface LocalTarget extends FileErrorContext {
  /** Absolute on the host, not yet resolved through links. */
  readonly location: string
  readonly signal?: AbortSignal | undefined
}
