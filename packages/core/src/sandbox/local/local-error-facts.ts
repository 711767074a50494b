import type { ErrorFacts } from '../../driver/sandbox-driver.js'
import { MissingMachineError } from './missing-machine-error.js'
import { systemCode } from './start-failure.js'

/** What the system's codes mean for the directory of a sandbox. */
const codes: Readonly<Record<string, ErrorFacts['code']>> = {
  ENOENT: 'NOT_FOUND',
  ENOTDIR: 'CONFLICT',
  EEXIST: 'CONFLICT',
  ENOTEMPTY: 'CONFLICT',
  EACCES: 'PERMISSION_DENIED',
  EPERM: 'PERMISSION_DENIED',
  EROFS: 'PERMISSION_DENIED',
  ENOSPC: 'QUOTA_EXCEEDED',
  EDQUOT: 'QUOTA_EXCEEDED',
  EMFILE: 'UNAVAILABLE',
  ENFILE: 'UNAVAILABLE',
}

/** Names an error of the system, or the one about a directory that is gone, after which nothing has run. */
export function localErrorFacts(error: unknown): ErrorFacts {
  if (error instanceof MissingMachineError) return { code: 'GONE', retry: 'safe', message: error.message }
  return { code: codes[systemCode(error)] ?? 'UNKNOWN' }
}
