import { FilesystemError } from '@caisson/core/workspace'

/** Another file took the name between two pieces of a read. */
export class ReplacedFileError extends FilesystemError {
  override name: string = 'ReplacedFileError'

  constructor(path: string) {
    super(`The file was replaced while it was read: ${path}`, 'EIO', path)
  }
}
