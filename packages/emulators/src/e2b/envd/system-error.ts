import { EnvdError } from './envd-error.js'
import type { EnvdErrorKind } from './envd-error.js'

/** The code of a failed system call, such as `ENOENT`; `undefined` for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

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
  const kind = meanings[systemCode(error) ?? ''] ?? 'internal'
  const text = kind === 'noSpace' ? 'not enough disk space available' : describe(error)
  return new EnvdError(kind, text, { cause: error })
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Runs `action`; a failure with one of these codes gives `fallback` instead. */
export async function unless<Value, Fallback>(
  codes: readonly string[],
  fallback: Fallback,
  action: () => Promise<Value>,
): Promise<Value | Fallback> {
  try {
    return await action()
  } catch (error) {
    if (codes.includes(systemCode(error) ?? '')) return fallback
    throw error
  }
}
