import { FilesystemError } from '@caisson/core/workspace'

/**
 * Thrown by a vendor's download that failed, or whose end came before the end of the file. What it has yielded is right; the
 * rest is asked for by scripts, from a file of the same size where that is known.
 */
export class CutDownloadError extends FilesystemError {
  override name: string = 'CutDownloadError'
  readonly sizeBytes: number | undefined

  constructor(path: string, sizeBytes: number | undefined, options?: { cause?: unknown }) {
    super(`The download was cut: ${path}`, 'EIO', path, options)
    this.sizeBytes = sizeBytes
  }
}
