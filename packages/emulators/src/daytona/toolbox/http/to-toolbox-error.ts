import { OutsideRootError } from '../../../daemon/paths.js'
import { systemCode } from '../../../daemon/system-error.js'
import { ToolboxError } from './toolbox-error.js'

interface Meaning {
  readonly status: number
  readonly code?: string
}

/** What a failed system call means to the client where the handler has nothing more exact to say. */
const meanings: Readonly<Record<string, Meaning>> = {
  ENOENT: { status: 404, code: 'FILE_NOT_FOUND' },
  EACCES: { status: 403, code: 'FILE_ACCESS_DENIED' },
  EPERM: { status: 403, code: 'FILE_ACCESS_DENIED' },
  EEXIST: { status: 409 },
  ENOTDIR: { status: 400, code: 'INVALID_FILE_PATH' },
  EISDIR: { status: 400, code: 'INVALID_FILE_PATH' },
  ELOOP: { status: 400, code: 'INVALID_FILE_PATH' },
  ENAMETOOLONG: { status: 400, code: 'INVALID_FILE_PATH' },
  ERR_INVALID_ARG_VALUE: { status: 400 },
}

/** Turns whatever was thrown into something that can be sent. */
export function toToolboxError(cause: unknown): ToolboxError {
  if (cause instanceof ToolboxError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  if (cause instanceof OutsideRootError) return new ToolboxError(403, message, { code: 'FILE_ACCESS_DENIED', cause })
  const { status, code } = meanings[systemCode(cause) ?? ''] ?? { status: 500 }
  return new ToolboxError(status, message, { code, cause })
}
