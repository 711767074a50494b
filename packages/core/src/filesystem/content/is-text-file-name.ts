import { extensionOf } from '../paths/extension-of.js'
import { textFiles } from './text-files.js'

const noExtensions: ReadonlySet<string> = new Set()

/**
 * Whether a name looks like a text file: `Dockerfile`, `Dockerfile.dev`, `notes.md`, `Program.cs`, `yarn.lock` do.
 *
 * @param more further extensions, lower case with the dot
 */
export function isTextFileName(name: string, more: ReadonlySet<string> = noExtensions): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const extension = extensionOf(base)
  if (more.has(extension) || textFiles.extensions.has(extension) || textFiles.names.has(base)) return true
  // `Dockerfile.dev`, `.env.local`: a known name with a suffix that is not known as binary.
  const stem = base.slice(0, base.indexOf('.', 1))
  return stem !== '' && textFiles.names.has(stem) && !textFiles.binary.has(extension)
}
