import { systemCode } from '../../../daemon/system-error.js'
import { OutsideRootError } from '../../../daemon/paths.js'
import { ToolboxError } from '../http/toolbox-error.js'

/** Tells what went wrong with one file. */
type Describe = (shown: string) => ToolboxError

export const fileNotFound: Describe = (shown) =>
  new ToolboxError(404, `file not found: ${shown}`, { code: 'FILE_NOT_FOUND' })

const fileAccessDenied: Describe = (shown) =>
  new ToolboxError(403, `file access denied: ${shown}`, { code: 'FILE_ACCESS_DENIED' })

export function invalidFilePath(reason: string): ToolboxError {
  return new ToolboxError(400, `invalid file path: ${reason}`, { code: 'INVALID_FILE_PATH' })
}

const descriptions: Readonly<Record<string, Describe>> = {
  ENOENT: fileNotFound,
  EACCES: fileAccessDenied,
  EPERM: fileAccessDenied,
  ENOTDIR: (shown) => invalidFilePath(`not a directory: ${shown}`),
  EISDIR: (shown) => invalidFilePath(`is a directory: ${shown}`),
  ELOOP: (shown) => invalidFilePath(`too many links: ${shown}`),
  ENAMETOOLONG: (shown) => invalidFilePath(`file name too long: ${shown}`),
  ENXIO: (shown) => invalidFilePath(`not a regular file: ${shown}`),
}

/** What a failure about one file is told as; it names the file as the client did. `code` is for what is not foreseen. */
export function fileError(cause: unknown, shown: string, code?: string): ToolboxError {
  if (cause instanceof ToolboxError) return cause
  if (cause instanceof OutsideRootError) return fileAccessDenied(shown)
  const known = descriptions[systemCode(cause) ?? '']
  if (known !== undefined) return known(shown)
  const message = cause instanceof Error ? cause.message : String(cause)
  return new ToolboxError(500, `${shown}: ${message}`, { code, cause })
}

/** Runs `action`; what fails is told as being about this file. */
export async function aboutFile<Value>(shown: string, action: () => Promise<Value>, code?: string): Promise<Value> {
  try {
    return await action()
  } catch (error) {
    throw fileError(error, shown, code)
  }
}
