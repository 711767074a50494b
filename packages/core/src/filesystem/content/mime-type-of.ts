import { extensionOf } from '../paths/extension-of.js'
import { mimeTypes } from './mime-types.js'

/** The media type of a file by its name; `application/octet-stream` when the extension is not known. */
export function mimeTypeOf(name: string): string {
  return mimeTypes[extensionOf(name)] ?? 'application/octet-stream'
}
