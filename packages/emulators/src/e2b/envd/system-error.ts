import { OutsideRootError } from '../../daemon/paths.js'
import { systemCode } from '../../daemon/system-error.js'
import { EnvdError } from './envd-error.js'
import type { EnvdErrorKind } from './envd-error.js'

/**
 * What a system call's failure means to the client where the caller has nothing more exact to say. `ENOTDIR` is not in
 * the table: the service answers it as an internal failure, other than a missing path.
 */
const meanings: Readonly<Record<string, EnvdErrorKind>> = {
  ENOENT: 'notFound',
  EEXIST: 'alreadyExists',
  ESRCH: 'notFound',
  ELOOP: 'failedPrecondition',
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  ENAMETOOLONG: 'invalidArgument',
  ERR_INVALID_ARG_VALUE: 'invalidArgument',
}

/** Turns whatever was thrown into something that can be sent. */
export function toEnvdError(error: unknown): EnvdError {
  if (error instanceof EnvdError) return error
  if (error instanceof OutsideRootError) return new EnvdError('permissionDenied', error.message, { cause: error })
  const kind = meanings[systemCode(error) ?? ''] ?? 'internal'
  const text = kind === 'noSpace' ? 'not enough disk space available' : describe(error)
  return new EnvdError(kind, text, { cause: error })
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
