import type { FileEntry } from '../../contract/filesystem.js'

/** A mount that failed is shown with its error and not entered; asked for by its own path it reports that error. */
export function isEntered(entry: FileEntry): boolean {
  return entry.type === 'directory' && entry.isSymlink !== true && entry.mount?.status !== 'error'
}
