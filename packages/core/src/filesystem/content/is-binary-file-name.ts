import { extensionOf } from '../paths/extension-of.js'
import { textFiles } from './text-files.js'

/** Whether the extension is one of formats that are never text, so that the content need not be read. */
export function isBinaryFileName(name: string): boolean {
  return textFiles.binary.has(extensionOf(name))
}
