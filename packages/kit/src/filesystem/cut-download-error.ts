import { FilesystemError } from '@caisson/core'

/**
 * Thrown by a vendor's download whose end came before the end of the file. What it has yielded is right; the rest is asked
 * for by scripts, from the file that has this size.
 */
export class CutDownloadError extends FilesystemError {
  override name: string = 'CutDownloadError'
  readonly sizeBytes: number

  constructor(path: string, sizeBytes: number, options?: { cause?: unknown }) {
    super(`The download was cut: ${path}`, 'EIO', path, options)
    this.sizeBytes = sizeBytes
  }
}
